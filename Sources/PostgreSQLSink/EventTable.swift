#if PostgreSQL
    import EventDelivery
    import RegionMonitoring

    /// The table of events, whose key is their identity.
    struct EventTable: Sendable {
        private let connection: PostgreSQLConnection
        private let statement: String

        /// The columns and their types, those of the key first.
        private static let columns = [
            ("epoch", "bigint"), ("device", "text"), ("sequence", "bigint"), ("event", "text"),
            ("region", "text"), ("visit", "bigint"), ("timestamp", "timestamptz"),
            ("decided_at", "timestamptz"), ("state", "text"), ("evidence", "text"),
            ("reason", "text"), ("latitude", "float8"), ("longitude", "float8"),
            ("accuracy", "float8"), ("record", "json"),
        ]

        private static let optional: Set = [
            "visit", "evidence", "reason", "latitude", "longitude", "accuracy",
        ]

        /// Looks at the table, and makes it where it is missing: with a `location` where the database has
        /// PostGIS.
        init(_ connection: PostgreSQLConnection, _ name: [String]) throws(PostgreSQLError) {
            self.connection = connection
            let table = name.map { "\"\($0)\"" }.joined(separator: ".")
            if try connection.query("SELECT to_regclass($1) IS NULL", [table]) == [["t"]] {
                let hasPostGIS = try !connection.query(
                    "SELECT 1 FROM pg_extension WHERE extname = 'postgis'"
                ).isEmpty
                _ = try connection.query(Self.creation(of: table, withLocation: hasPostGIS))
            }
            let hasLocation = try !connection.query(
                """
                SELECT 1 FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
                WHERE a.attrelid = to_regclass($1) AND a.attname = 'location' AND NOT a.attisdropped
                    AND t.typname IN ('geometry', 'geography')
                """, [table]
            ).isEmpty
            statement = Self.insertion(into: table, withLocation: hasLocation)
            // No rows: fails when a column or the key is missing.
            _ = try connection.query(statement, ["[]"])
        }

        private static func creation(of table: String, withLocation hasLocation: Bool) -> String {
            var parts = columns.map { name, type in
                "\"\(name)\" \(type)" + (optional.contains(name) ? "" : " NOT NULL")
            }
            if hasLocation { parts.append("location geometry(Point, 4326)") }
            parts.append("PRIMARY KEY (epoch, device, sequence)")
            return "CREATE TABLE IF NOT EXISTS \(table) (\(parts.joined(separator: ", ")))"
        }

        /// Inserts the rows of a JSON array that are not there, and tells the numbers of those whose key
        /// another record has: the second part still sees the table as it was before the first.
        private static func insertion(into table: String, withLocation hasLocation: Bool) -> String
        {
            let names = columns.map { "\"\($0.0)\"" }
            let types = columns.map { "\"\($0.0)\" \($0.1)" }
            let place = "ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)"
            return """
                WITH rows AS (
                    SELECT * FROM json_to_recordset($1::json) AS r (n int, \(types.joined(separator: ", ")))
                ), inserted AS (
                    INSERT INTO \(table) (\(names.joined(separator: ", "))\(hasLocation ? ", location" : ""))
                    SELECT \(names.joined(separator: ", "))\(hasLocation ? ", " + place : "") FROM rows
                    ON CONFLICT (epoch, device, sequence) DO NOTHING
                )
                SELECT rows.n FROM rows JOIN \(table) AS old USING (epoch, device, sequence)
                WHERE old.record::text <> rows.record::text
                """
        }

        /// Stores messages that are not there yet, all or none.
        ///
        /// - Returns: The numbers, from 0, of those whose identity another record has.
        func store(
            _ messages: ArraySlice<DeliveryMessage>, as format: EventFormat
        ) throws(PostgreSQLError) -> [Int] {
            var json: [UInt8] = [UInt8(ascii: "[")]
            var writer = NDJSONEventWriter()
            for (number, message) in messages.enumerated() {
                guard case .event(let event) = message.record.content else { continue }
                if json.count > 1 { json.append(UInt8(ascii: ",")) }
                writer.removeAll()
                writer.append(message, as: format)
                Self.append(event, message.epoch, number, writer.bytes.dropLast(), to: &json)
            }
            json.append(UInt8(ascii: "]"))
            let taken = try connection.query(statement, [String(decoding: json, as: UTF8.self)])
            return taken.compactMap { $0.first.flatMap { Int($0) } }
        }

        private static func append(
            _ event: RegionEvent, _ epoch: UInt64, _ number: Int, _ line: ArraySlice<UInt8>,
            to json: inout [UInt8]
        ) {
            func member(_ name: String, _ text: String?) {
                guard let text else { return }
                json.append(text: ",\"\(name)\":")
                json.append(jsonString: text)
            }
            func member(_ name: String, _ number: Double?) {
                guard let number else { return }
                json.append(text: ",\"\(name)\":")
                json.append(json: number)
            }
            json.append(text: "{\"n\":\(number),\"epoch\":\(Int64(bitPattern: epoch))")
            json.append(text: ",\"sequence\":\(Int64(bitPattern: event.sequence))")
            if let visit = event.visit { json.append(text: ",\"visit\":\(visit)") }
            member("device", event.device.rawValue)
            member("event", event.kind.rawValue)
            member("region", event.region.rawValue)
            member("timestamp", event.timestamp.description)
            member("decided_at", event.decidedAt.description)
            member("state", event.state.rawValue)
            member("evidence", event.evidence?.rawValue)
            member("reason", event.reason?.rawValue)
            let place = event.fix?.coordinate.normalized
            member("latitude", place?.latitude)
            member("longitude", place?.longitude)
            member("accuracy", event.fix?.horizontalAccuracy)
            json.append(text: ",\"record\":")
            json += line
            json.append(UInt8(ascii: "}"))
        }
    }
#endif
