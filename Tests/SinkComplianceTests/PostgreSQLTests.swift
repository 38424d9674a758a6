#if PostgreSQL
    import EventDelivery
    import PostgreSQLSink
    import RegionMonitoring
    import Testing
    import _DeliveryTestSupport

    extension SinkComplianceTests {
        /// What only a table of PostgreSQL can be asked.
        @Suite(.enabled(if: DatabaseReceiver.isAvailable))
        struct PostgreSQLTests {
            private let receiver: DatabaseReceiver

            init() throws { receiver = try DatabaseReceiver() }

            private func deliver(_ messages: [DeliveryMessage]) throws -> SinkFeed {
                let feed = SinkFeed(name: "db")
                start(try receiver.specification().target.open(SinkOptions(), SinkContext()), feed)
                feed.offer(messages)
                #expect(finish(feed))
                return feed
            }

            @Test func aRowHasWhatItsRecordHas() throws {
                var message = messages(1...1)[0]
                guard case .event(var event) = message.record.content else { return }
                message.epoch = 9
                event.device = "a'\"é"
                event.fix = Location(
                    coordinate: LocationCoordinate2D(latitude: 1.5, longitude: 181),
                    timestamp: event.timestamp, horizontalAccuracy: 8)
                message.record.content = .event(event)
                _ = try deliver([message])
                #expect(
                    try receiver.query(
                        """
                        SELECT concat_ws(' ', epoch, device, sequence, event, region, visit,
                            "timestamp" AT TIME ZONE 'UTC', state, latitude, longitude, accuracy,
                            record->>'device')
                        FROM TABLE_NAME
                        """) == [
                            "9 a'\"é 1 didEnterRegion z 2026-03-01 12:00:00.001 inside 1.5 -179 8 a'\"é"
                        ])
            }

            @Test func anIdentityWithTwoContentsIsNotLostInSilence() throws {
                _ = try deliver(messages(1...3))
                var other = messages(1...4)
                guard case .event(var event) = other[1].record.content else { return }
                event.region = "elsewhere"
                other[1].record.content = .event(event)
                let feed = try deliver(other)
                #expect(feed.counts.dead == 1 && feed.counts.delivered == 3)
                #expect(try receiver.query("SELECT count(*) FROM TABLE_NAME") == ["4"])
            }

            @Test func aValueThatATextCannotHaveIsRefusedAlone() throws {
                var all = messages(1...50)
                guard case .event(var event) = all[20].record.content else { return }
                event.device = "nul\0"
                all[20].record.content = .event(event)
                let feed = try deliver(all)
                #expect(feed.counts.dead == 1 && feed.counts.delivered == 49)
                #expect(try receiver.query("SELECT count(*) FROM TABLE_NAME") == ["49"])
            }

            @Test func anotherTableIsRefused() throws {
                _ = try receiver.query("CREATE TABLE TABLE_NAME (id int)")
                #expect(throws: SinkFailure.self) { try deliver([]) }
            }

            @Test(arguments: [
                "postgres:x", "postgres://h/d?table=", "postgres://h/d?table=a.b.c",
                "postgres://u:secret@h/d?table=a\"b",
            ])
            func whatIsNoTableIsRefused(_ text: String) {
                let error = #expect(throws: SinkSpecificationError.self) {
                    try SinkSpecification(text, kinds: [.postgreSQL])
                }
                #expect(error?.description.contains("secret") == false)
            }

            @Test func nothingIsSaidOfPasswords() throws {
                let name = try receiver.specification().name
                #expect(name.hasPrefix("postgres://…@127.0.0.1:") && name.contains("?table=t_"))
            }
        }
    }
#endif
