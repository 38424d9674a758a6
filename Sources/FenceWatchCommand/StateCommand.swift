#if SQLite
    import DurableState
    import EventDelivery
    import FixStreams
    import MonitoringService
    import RegionMonitoring

    extension Subcommand {
        /// Looks into durable state.
        static let state = Subcommand(
            name: .state,
            usage: "fencewatch state DIR [options]",
            summary: "look into durable state",
            discussion: """
                Tells what the state that 'watch --state DIR' keeps holds: devices, inputs, what each \
                sink has not got. Looking is possible while a run uses the state; what changes it \
                (--retry, --drop, --drop-sink) is not.
                """,
            run: { settings throws(UsageError) in
                guard settings.operands.count == 1, let path = settings.operands.first else {
                    throw UsageError("name one folder: fencewatch state DIR")
                }
                do throws(StateError) {
                    return try StateCommand(settings.stateRequest, path: path).run()
                } catch {
                    Console.note("error: \(error.description)")
                    return .failure
                }
            })
    }

    /// One run of `state`.
    private struct StateCommand {
        private let request: Settings.StateRequest
        private let path: String
        private var output = ResultOutput()

        init(_ request: Settings.StateRequest, path: String) {
            self.request = request
            self.path = path
        }

        func run() throws(StateError) -> ExitStatus {
            var command = self
            try command.perform()
            command.output.flush()
            if let failure = command.output.failure { Console.note("\(failure)") }
            return command.output.failure == nil ? .success : .defects
        }

        private mutating func perform() throws(StateError) {
            switch request {
            case .summary: try summarize()
            case .list(.devices): try listDevices()
            case .list(.visits): try listVisits()
            case .list(.undelivered): try listUndelivered()
            case .list(.dead): try listDead()
            case .retry(let chosen):
                let store = try openForChange()
                let letters = try letters(chosen, in: store)
                try store.retry(letters)
                Console.note(
                    "\(counted(letters.count, "message")) will be delivered by the next run")
            case .drop(let chosen):
                let store = try openForChange()
                let letters = try letters(chosen, in: store)
                try store.commit(StateCommit(), removingDeadLetters: letters.map(\.number))
                Console.note("\(counted(letters.count, "message")) dropped")
            case .dropSink(let name):
                let store = try openForChange()
                guard let sink = try store.contents.sinks().first(where: { $0.name == name }) else {
                    throw StateError(.failed, "state '\(path)' has no sink '\(name)'")
                }
                try store.removeSink(name)
                Console.note("\(counted(Int(sink.waiting), "event")) dropped with '\(name)'")
            case .export(let other):
                try StateContents(path: path).export(to: other)
                Console.note("copied to '\(other)'")
            case .importing(let export):
                try StateStore.make(in: path, from: export)
                try summarize()
            }
        }

        /// Opens a state that is there: looking must not make one.
        private func openForChange() throws(StateError) -> StateStore {
            _ = try StateContents(path: path)
            return try StateStore(path: path, newEpoch: 1)
        }

        private func letters(
            _ chosen: Set<Int64>?, in store: StateStore
        ) throws(StateError) -> [DeadMessage] {
            let all = try store.contents.deadLetters()
            guard let chosen else { return all }
            if let missing = chosen.subtracting(all.map(\.number)).min() {
                throw StateError(.failed, "state '\(path)' has no dead letter \(missing)")
            }
            return all.filter { chosen.contains($0.number) }
        }

        // MARK: Telling

        private mutating func summarize() throws(StateError) {
            let inspection = try StateInspection(path: path)
            let account = try inspection.account
            line("epoch \(account.epoch), \(counted(Int(account.events), "event")) so far")
            if let monitor = try inspection.monitor() {
                let visits = monitor.deviceSummaries.reduce(0) { $0 + $1.visits.count }
                line(
                    "\(counted(monitor.deviceCount, "device")) with "
                        + "\(counted(visits, "visit")) under way, "
                        + "\(counted(monitor.regionCount, "region"))")
            }
            for (name, position) in inspection.inputs.sorted(by: { $0.key < $1.key }) {
                line(
                    "input '\(name)': read to byte \(position.offset), "
                        + counted(Int(clamping: position.lineCount), "line"))
            }
            var dead: [String: Int] = [:]
            for letter in try inspection.deadLetters() { dead[letter.sink, default: 0] += 1 }
            for sink in try inspection.sinks {
                line(
                    "sink '\(sink.name)': \(sink.waiting) undelivered, "
                        + counted(dead.removeValue(forKey: sink.name) ?? 0, "dead letter"))
            }
            for (name, count) in dead.sorted(by: { $0.key < $1.key }) {
                line("sink '\(name)', no longer there: \(counted(count, "dead letter"))")
            }
        }

        private mutating func listDevices() throws(StateError) {
            for device in try StateInspection(path: path).monitor()?.deviceSummaries ?? [] {
                text("{\"device\":")
                output.bytes.append(jsonString: device.device.rawValue)
                text(",\"sequence\":\(device.sequence)")
                if let fix = device.lastFix {
                    text(",\"timestamp\":\"\(fix.timestamp)\",\"lat\":")
                    output.bytes.append(json: fix.coordinate.latitude)
                    text(",\"lon\":")
                    output.bytes.append(json: fix.coordinate.longitude)
                }
                if device.heldCount > 0 { text(",\"held\":\(device.heldCount)") }
                text(",\"regions\":[")
                for (index, visit) in device.visits.enumerated() {
                    if index > 0 { text(",") }
                    output.bytes.append(jsonString: visit.region.rawValue)
                }
                line("]}")
            }
        }

        private mutating func listVisits() throws(StateError) {
            for device in try StateInspection(path: path).monitor()?.deviceSummaries ?? [] {
                for visit in device.visits {
                    text("{\"device\":")
                    output.bytes.append(jsonString: device.device.rawValue)
                    text(",\"region\":")
                    output.bytes.append(jsonString: visit.region.rawValue)
                    if let number = visit.number { text(",\"visit\":\(number)") }
                    if let time = visit.enteredAt { text(",\"enteredAt\":\"\(time)\"") }
                    if visit.isSilent { text(",\"silent\":true") }
                    line("}")
                }
            }
        }

        private mutating func listUndelivered() throws(StateError) {
            let inspection = try StateInspection(path: path)
            for sink in try inspection.sinks where sink.waiting > 0 {
                var lines = ResultOutput()
                swap(&lines, &output)
                try inspection.readUndelivered(of: sink) { message in
                    lines.append(message, of: sink.name, head: "")
                }
                swap(&lines, &output)
            }
        }

        private mutating func listDead() throws(StateError) {
            for letter in try StateInspection(path: path).deadLetters() {
                var head: [UInt8] = Array("\"number\":\(letter.number),\"reason\":".utf8)
                head.append(jsonString: letter.reason)
                head += Array(",\"time\":\"\(letter.time)\",".utf8)
                output.append(
                    letter.message, of: letter.sink, head: String(decoding: head, as: UTF8.self))
            }
        }

        private mutating func text(_ text: String) { output.bytes.append(text: text) }

        private mutating func line(_ text: String) {
            output.bytes.append(text: text + "\n")
            output.settle()
        }
    }

    extension ResultOutput {
        /// Adds a line on a message: `{"sink":…,HEAD"event":{…}}`.
        fileprivate mutating func append(_ message: DeliveryMessage, of sink: String, head: String)
        {
            bytes.append(text: "{\"sink\":")
            bytes.append(jsonString: sink)
            bytes.append(text: "," + head + "\"message\":")
            var writer = NDJSONEventWriter()
            writer.append(message.record, epoch: message.epoch)
            bytes += writer.bytes.dropLast()
            bytes.append(text: "}\n")
            settle()
        }
    }
#endif
