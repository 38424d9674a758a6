#if SQLite
    import DurableState
    import Foundation
    import SQLiteBridge
    import Testing

    /// A folder for a test, removed with it.
    final class StateTestFolder {
        let path = NSTemporaryDirectory() + "fencewatch-state-\(UUID().uuidString)"

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func open(newEpoch: UInt64 = 7) throws(StateError) -> StateStore {
            try StateStore(path: path, newEpoch: newEpoch)
        }

        var files: [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
        }

        func change(_ name: String, _ body: (inout Data) -> Void) throws {
            let file = URL(filePath: "\(path)/\(name)")
            var data = try Data(contentsOf: file)
            body(&data)
            try data.write(to: file)
        }
    }

    extension StateContents {
        /// All records of devices, frame by frame.
        func frames() throws -> [[UInt8]] {
            var frames: [[UInt8]] = []
            try readDevices { records, _ in frames.append(records) }
            return frames
        }
    }

    @Suite("The store of durable state")
    struct StateStoreTests {
        private let folder = StateTestFolder()

        private func commit(_ devices: [UInt8], events: UInt64 = 0) -> StateCommit {
            var commit = StateCommit()
            commit.devices = devices
            commit.deviceCount = devices.isEmpty ? 0 : 1
            if events > 0 { commit.batches = [.init(count: events, bytes: devices)] }
            return commit
        }

        @Test("what was committed is there when it is opened again")
        func roundTrip() throws {
            do {
                let store = try folder.open(newEpoch: 42)
                #expect(store.isNew)
                var first = commit([1, 2, 3], events: 2)
                first.values = ["monitor": [9], "input/a": []]
                first.regions = [(0, [5]), (1, [6])]
                var sink = SinkAccount(name: "ndjson:x", settledThrough: 0)
                sink.settledBeyond = [2]
                sink.token = .max
                first.sinks = [sink]
                try store.commit(first)
                var second = commit([4], events: 1)
                second.values = ["input/a": [1]]
                second.values.updateValue(nil, forKey: "monitor")
                second.regions = [(0, nil)]
                second.deadLetters = [
                    DeadMessage(sink: "ndjson:x", position: 1, reason: "no", time: 3, bytes: [8])
                ]
                try store.commit(second)
            }
            let store = try folder.open(newEpoch: 43)
            #expect(!store.isNew)
            #expect(store.epoch == 42)
            #expect(store.eventCount == 3)
            let contents = store.contents
            #expect(try contents.frames() == [[1, 2, 3], [4]])
            #expect(try contents.value("monitor") == nil)
            #expect(try contents.values(beginningWith: "input/") == ["input/a": [1]])
            var regions: [Int64: [UInt8]] = [:]
            try contents.readRegions { regions[$0] = $1 }
            #expect(regions == [1: [6]])
            let sink = try #require(try contents.sinks().first)
            #expect(sink.settledBeyond == [2])
            #expect(sink.token == .max)
            #expect(try contents.deadLetters().map(\.bytes) == [[8]])
            #expect(try contents.batch(endingFrom: 2)?.first == 1)
            #expect(try contents.batch(endingFrom: 3)?.first == 3)
            #expect(try contents.batch(endingFrom: 4) == nil)
        }

        @Test("a batch stays until each sink has settled it")
        func batchesAreKept() throws {
            let store = try folder.open()
            var first = commit([1], events: 10)
            first.sinks = [
                SinkAccount(name: "a", settledThrough: 0),
                SinkAccount(name: "b", settledThrough: 0),
            ]
            try store.commit(first)
            var settled = StateCommit()
            settled.sinks = [SinkAccount(name: "a", settledThrough: 10)]
            try store.commit(settled)
            #expect(try store.contents.batch(endingFrom: 1) != nil)
            settled.sinks = [SinkAccount(name: "b", settledThrough: 9)]
            try store.commit(settled)
            #expect(try store.contents.batch(endingFrom: 1) != nil)
            settled.sinks[0].settledThrough = 10
            try store.commit(settled)
            #expect(try store.contents.batch(endingFrom: 1) == nil)
        }

        @Test("a sink that is removed holds nothing back")
        func removedSink() throws {
            let store = try folder.open()
            var first = commit([1], events: 10)
            first.sinks = [
                SinkAccount(name: "a", settledThrough: 0),
                SinkAccount(name: "b", settledThrough: 5),
            ]
            try store.commit(first)
            try store.commit(commit([2], events: 5))
            #expect(try store.contents.batches().map(\.first) == [1, 11])
            try store.removeSink("a")
            #expect(try store.contents.batches().map(\.first) == [1, 11])
            try store.removeSink("b")
            #expect(try store.contents.batches().isEmpty)
        }

        @Test("what a crash cut off before its commit is dropped")
        func tornFrame() throws {
            do {
                let store = try folder.open()
                try store.commit(commit([1, 2, 3]))
            }
            try folder.change("devices-00000001.log") { $0.append(contentsOf: [7, 7, 7, 7]) }
            do {
                let store = try folder.open()
                #expect(try store.contents.frames() == [[1, 2, 3]])
                try store.commit(commit([4]))
            }
            #expect(try folder.open().contents.frames() == [[1, 2, 3], [4]])
        }

        @Test("a sweep ends with the log of what it has written, across a restart too")
        func sweep() throws {
            do {
                let store = try folder.open()
                try store.commit(commit([1]))
                try store.commit(commit([2]))
                var begin = commit([3])
                begin.sweep = .begins
                try store.commit(begin)
                #expect(store.isSweeping)
            }
            do {
                let store = try folder.open()
                #expect(store.isSweeping)
                #expect(try store.contents.frames() == [[1], [2], [3]])
                var end = commit([4])
                end.sweep = .ends
                try store.commit(end)
                #expect(try store.contents.frames() == [[3], [4]])
                var whole = commit([5])
                whole.sweep = .complete
                try store.commit(whole)
            }
            #expect(try folder.open().contents.frames() == [[5]])
            #expect(folder.files.filter { $0.hasPrefix("devices-") } == ["devices-00000003.log"])
        }

        @Test("a state in use is refused, and can be looked at")
        func locked() throws {
            let store = try folder.open()
            try store.commit(commit([1]))
            let error = #expect(throws: StateError.self) { try folder.open() }
            #expect(error?.kind == .locked)
            #expect(error?.description.contains("\(getpid())") == true)
            #expect(try StateContents(path: folder.path).frames() == [[1]])
        }

        @Test("a folder of something else is refused and left alone")
        func foreign() throws {
            try FileManager.default.createDirectory(
                atPath: folder.path, withIntermediateDirectories: false)
            try Data("x".utf8).write(to: URL(filePath: folder.path + "/notes.txt"))
            #expect(throws: StateError.self) { try folder.open() }
            try FileManager.default.removeItem(atPath: folder.path + "/notes.txt")
            let other = try SQLiteConnection(path: folder.path + "/state.db", .creating)
            try other.execute("CREATE TABLE mine (x)")
            let error = #expect(throws: StateError.self) { try folder.open() }
            #expect(error?.kind == .foreign)
            #expect(try other.number("SELECT count(*) FROM mine") == 0)
        }

        @Test("a state of a later release is refused")
        func newer() throws {
            do { _ = try folder.open() }
            try SQLiteConnection(path: folder.path + "/state.db", .readWrite)
                .execute("PRAGMA user_version = 99")
            let error = #expect(throws: StateError.self) { try folder.open() }
            #expect(error?.kind == .newer)
        }

        @Test("a making that was cut off is begun anew")
        func unfinished() throws {
            try FileManager.default.createDirectory(
                atPath: folder.path, withIntermediateDirectories: false)
            try Data("half".utf8).write(to: URL(filePath: folder.path + "/state.db.new"))
            #expect(try folder.open().isNew)
        }

        @Test(
            "damage is told, and nothing is begun anew",
            arguments: ["missing", "empty", "noise", "short log", "no log", "flipped bit", "page"])
        func damage(_ how: String) throws {
            do {
                let store = try folder.open()
                var all = commit([UInt8](repeating: 3, count: 5000), events: 1)
                all.values["monitor"] = [UInt8](repeating: 5, count: 40_000)
                try store.commit(all)
            }
            let log = "devices-00000001.log"
            let manager = FileManager.default
            switch how {
            case "missing": try manager.removeItem(atPath: folder.path + "/state.db")
            case "empty": try folder.change("state.db") { $0.removeAll() }
            case "noise": try folder.change("state.db") { $0 = Data(repeating: 0xA5, count: 8192) }
            case "short log": try folder.change(log) { $0.removeLast() }
            case "no log": try manager.removeItem(atPath: folder.path + "/" + log)
            case "flipped bit": try folder.change(log) { $0[2000] ^= 1 }
            case "page":
                try folder.change("state.db") { data in
                    for index in data.indices where data[index] == 5 { data[index] = 6 }
                }
            default: Issue.record("unknown damage")
            }
            let error = #expect(throws: StateError.self) {
                let contents = try folder.open().contents
                _ = try contents.frames()
                _ = try contents.value("monitor")
            }
            #expect(error?.kind == .damaged || error?.kind == .foreign)
            #expect(error?.description.contains(folder.path) == true)
        }
    }
#endif
