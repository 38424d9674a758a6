#if SQLite
    import EventDelivery
    import RegionMonitoring
    import SQLiteBridge
    import SQLiteSink
    import Testing
    import _DeliveryTestSupport

    struct SQLiteSinkTests {
        private let folder = TemporaryFolder()

        private func deliver(
            _ messages: [DeliveryMessage], limit: Int = 100_000
        ) throws -> SinkFeed {
            let specification = try SinkSpecification(
                "sqlite:" + folder.path("db"), kinds: [.sqlite])
            let feed = SinkFeed(name: "db", limit: limit)
            start(try specification.target.open(SinkOptions(), SinkContext()), feed)
            feed.offer(messages)
            #expect(finish(feed))
            return feed
        }

        private func rows(_ sql: String) throws -> [String] {
            let connection = try SQLiteConnection(path: folder.path("db"), .readOnly)
            let statement = try connection.prepare(sql)
            var rows: [String] = []
            while try statement.step() { rows.append(statement.text(0)) }
            return rows
        }

        @Test func eachEventIsThereOnce() throws {
            _ = try deliver(messages(1...1500, devices: 7))
            let feed = try deliver(messages(1...2500, devices: 7))
            #expect(feed.counts.delivered == 2500 && feed.counts.dead == 0)
            #expect(try rows("SELECT count(*) FROM events") == ["2500"])
            #expect(
                try rows("SELECT sequence FROM events WHERE device = 'd6' ORDER BY sequence")
                    == (1...357).map(String.init))
        }

        @Test func aRowHasWhatItsRecordHas() throws {
            var message = messages(1...1)[0]
            message.epoch = 1 << 60
            guard case .event(var event) = message.record.content else { return }
            event.device = "a\0'\"é"
            event.visit = 3
            event.evidence = .segment
            event.fix = Location(
                coordinate: LocationCoordinate2D(latitude: 1.5, longitude: 181),
                timestamp: event.timestamp, horizontalAccuracy: 8)
            message.record.content = .event(event)
            _ = try deliver([message])
            #expect(
                try rows(
                    """
                    SELECT epoch || device || sequence || event || region || visit || timestamp
                        || decided_at || state || evidence || (reason IS NULL) || latitude || longitude
                        || accuracy
                    FROM events
                    """)
                    == [
                        "\(1 << 60)a\0'\"é1didEnterRegionz32026-03-01T12:00:00.001Z"
                            + "2026-03-01T12:00:00.001Zinsidesegment11.5-179.08.0"
                    ])
            var writer = NDJSONEventWriter()
            writer.append(message, as: .ndjson)
            #expect(
                try rows("SELECT record || char(10) FROM events")
                    == [String(decoding: writer.bytes, as: UTF8.self)])
        }

        @Test func anIdentityWithTwoContentsIsNotLostInSilence() throws {
            _ = try deliver(messages(1...3))
            var other = messages(1...4)
            guard case .event(var event) = other[1].record.content else { return }
            event.region = "elsewhere"
            other[1].record.content = .event(event)
            let feed = try deliver(other)
            #expect(feed.counts.dead == 1 && feed.counts.delivered == 3)
            #expect(
                try rows("SELECT region FROM events ORDER BY sequence") == ["z", "z", "z", "z"])
        }

        @Test func aDatabaseInUseIsWaitedFor() throws {
            _ = try deliver(messages(1...1))
            let other = try SQLiteConnection(path: folder.path("db"), .readWrite)
            try other.execute("BEGIN IMMEDIATE")
            let specification = try SinkSpecification(
                "sqlite:" + folder.path("db"), kinds: [.sqlite])
            let feed = SinkFeed(name: "db")
            start(try specification.target.open(SinkOptions(), SinkContext()), feed)
            feed.offer(messages(1...10))
            #expect(feed.counts.delivered == 0)
            try other.execute("COMMIT")
            #expect(finish(feed))
            #expect(try rows("SELECT count(*) FROM events") == ["10"])
        }

        @Test func whatIsNoDatabaseOrAnotherTableIsRefused() throws {
            let other = try SQLiteConnection(path: folder.path("db"), .creating)
            try other.execute("CREATE TABLE events (id INTEGER)")
            #expect(throws: SinkFailure.self) { try deliver([]) }
            for path in [folder.path(""), "/no/such/folder/db"] {
                let specification = try SinkSpecification("sqlite:" + path, kinds: [.sqlite])
                #expect(throws: SinkFailure.self) {
                    try specification.target.open(SinkOptions(), SinkContext())
                }
            }
            #expect(throws: SinkSpecificationError.self) {
                try SinkSpecification("sqlite:", kinds: [.sqlite])
            }
        }
    }
#endif
