#if SQLite
    import DurableState
    import Foundation
    import SQLiteBridge
    import Testing

    @Suite("Exports of durable state, and states made of them")
    struct StateCopyTests {
        private let folder = StateTestFolder()
        private let export = StateTestFolder()
        private let copy = StateTestFolder()

        /// A state with something of each kind, exported.
        private func makeExport() throws {
            let store = try folder.open(newEpoch: 42)
            var commit = StateCommit()
            commit.devices = [UInt8](repeating: 3, count: 3_000_000)
            commit.deviceCount = 1
            commit.batches = [.init(count: 2, bytes: [1, 2]), .init(count: 1, bytes: [3])]
            commit.values = ["monitor": [UInt8](repeating: 5, count: 40_000)]
            commit.regions = [(0, [5])]
            commit.sinks = [SinkAccount(name: "s", settledThrough: 1)]
            commit.deadLetters = [
                DeadMessage(sink: "s", position: 1, reason: "no", time: 1, bytes: [7])
            ]
            try store.commit(commit)
            var more = StateCommit()
            more.devices = [4]
            more.deviceCount = 1
            more.sweep = .begins
            try store.commit(more)
            try store.contents.export(to: export.path)
        }

        private func expectNothing(in folder: StateTestFolder) {
            #expect(folder.files.filter { $0 != "lock" }.isEmpty, "\(folder.files)")
        }

        @Test func whatWasExportedIsThere() throws {
            try makeExport()
            try StateStore.make(in: copy.path, from: export.path)
            let store = try copy.open(newEpoch: 1)
            #expect(!store.isNew && store.epoch == 42 && store.eventCount == 3)
            let (contents, original) = (store.contents, try folder.open().contents)
            #expect(try contents.frames() == original.frames())
            #expect(try contents.value("monitor") == original.value("monitor"))
            #expect(try contents.sinks() == original.sinks())
            #expect(try contents.deadLetters() == original.deadLetters())
            #expect(try contents.batch(endingFrom: 3)?.batch.bytes == [3])
            #expect(store.isSweeping)
        }

        @Test func aFolderThatHoldsSomethingIsLeftAlone() throws {
            try makeExport()
            let error = #expect(throws: StateError.self) {
                try StateStore.make(in: folder.path, from: export.path)
            }
            #expect(error?.description == "'\(folder.path)' holds a state already")
            #expect(try folder.open().contents.frames().count == 2)
            try FileManager.default.createDirectory(
                atPath: copy.path, withIntermediateDirectories: false)
            try Data("x".utf8).write(to: URL(filePath: copy.path + "/notes.txt"))
            let other = #expect(throws: StateError.self) {
                try StateStore.make(in: copy.path, from: export.path)
            }
            #expect(other?.kind == .foreign)
            #expect(copy.files == ["lock", "notes.txt"])
            // Somebody else holds the lock.
            let held = StateTestFolder()
            let holder = try held.open()
            let locked = #expect(throws: StateError.self) {
                try StateStore.make(in: holder.path, from: export.path)
            }
            #expect(locked?.kind == .locked)
        }

        /// What is done to an export, and what the refusal says.
        @Test(arguments: [
            ("list is missing", "is no export of a state"),
            ("list is cut", "export.list"),
            ("list is changed", "export.list"),
            ("list is of a later release", "is of format 2, made by a later release"),
            ("log is missing", "devices-00000001.log is missing"),
            ("log is cut", "devices-00000001.log has 2999999 bytes, not 3000032"),
            ("log is changed", "the checksum of"),
            ("database is missing", "state.db is missing"),
            ("database is cut", "state.db has"),
            ("database is changed", "the checksum of"),
            ("folder is missing", "there is no export"),
        ])
        func whatIsNotWholeIsRefused(_ what: String, _ expected: String) throws {
            try makeExport()
            let (list, log) = ("export.list", "devices-00000001.log")
            let manager = FileManager.default
            switch what {
            case "list is missing": try manager.removeItem(atPath: "\(export.path)/\(list)")
            case "list is cut": try export.change(list) { $0.removeLast(5) }
            case "list is changed": try export.change(list) { $0[60] ^= 1 }
            case "list is of a later release":
                try export.change(list) { data in
                    let text = String(decoding: data, as: UTF8.self)
                    data = Data(text.replacing("export 1\n", with: "export 2\n").utf8)
                }
            case "log is missing": try manager.removeItem(atPath: "\(export.path)/\(log)")
            case "log is cut": try export.change(log) { $0.removeLast(33) }
            case "log is changed": try export.change(log) { $0[2_000_000] ^= 1 }
            case "database is missing": try manager.removeItem(atPath: "\(export.path)/state.db")
            case "database is cut": try export.change("state.db") { $0.removeLast(4096) }
            case "database is changed": try export.change("state.db") { $0[$0.count / 2] ^= 1 }
            case "folder is missing": try manager.removeItem(atPath: export.path)
            default: Issue.record("unknown damage")
            }
            let error = #expect(throws: StateError.self) {
                try StateStore.make(in: copy.path, from: export.path)
            }
            #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains(export.path) == true)
            expectNothing(in: copy)
        }

        @Test func aStateOfALaterReleaseIsRefused() throws {
            do { _ = try folder.open() }
            try SQLiteConnection(path: folder.path + "/state.db", .readWrite)
                .execute("PRAGMA user_version = 99")
            let error = #expect(throws: StateError.self) {
                try StateContents(path: folder.path).export(to: export.path)
            }
            #expect(error?.kind == .newer)
        }

        /// Whoever opens an export as a state changes it: it is none any more.
        @Test func anExportInUseIsNone() throws {
            try makeExport()
            do { #expect(try !export.open().isNew) }
            let error = #expect(throws: StateError.self) {
                try StateStore.make(in: copy.path, from: export.path)
            }
            #expect(error?.kind == .foreign)
        }

        @Test func damageIsNotExported() throws {
            try makeExport()
            try folder.change("devices-00000001.log") { $0[2_000_000] ^= 1 }
            let error = #expect(throws: StateError.self) {
                try StateContents(path: folder.path).export(to: copy.path)
            }
            #expect(error?.kind == .damaged)
            expectNothing(in: copy)
        }

        /// A copy that was cut off, as by a crash, is no state, and is made again.
        @Test func anUnfinishedCopyIsNoState() throws {
            try makeExport()
            try StateStore.make(in: copy.path, from: export.path)
            let database = URL(filePath: copy.path + "/state.db")
            try FileManager.default.moveItem(
                at: database, to: URL(filePath: copy.path + "/state.db.copy"))
            let error = #expect(throws: StateError.self) { try copy.open() }
            #expect(error?.description.contains("a copy of a state that was not finished") == true)
            try StateStore.make(in: copy.path, from: export.path)
            #expect(try copy.open().epoch == 42)
        }
    }
#endif
