#if SQLite
    import SQLiteBridge

    extension StateContents {
        /// Copies the state, as it was at the last commit, into a folder that is not there or empty; also
        /// while a run uses it. The copy has the same epoch.
        ///
        /// - Throws: ``StateError``, also when what the state holds is damaged.
        package func export(to other: String) throws(StateError) {
            let copy = try StateCopy(to: other)
            // Files of the log may go while they are copied; then the copy is made again.
            for attempt in 1... {
                do throws(StateError) {
                    return try copy.export(database)
                } catch {
                    try copy.clear()
                    if attempt == 5 || error.kind == .full { throw error }
                }
            }
        }
    }

    extension StateStore {
        /// Makes a state of an export, in a folder that is not there or empty.
        ///
        /// - Throws: ``StateError`` when the export is not whole, is damaged or of a later release, or when
        ///   the folder holds anything; then nothing is left in it.
        package static func make(
            in path: String, from export: String
        ) throws(StateError) {
            let list = try ExportList(of: export)
            let copy = try StateCopy(to: path)
            do throws(StateError) {
                try copy.make(from: export, list)
            } catch {
                try? copy.clear()
                throw error
            }
        }
    }

    /// A copy of a state that is being made: it is there once the last step has been done, and no run
    /// takes it for a state before.
    private final class StateCopy {
        private let folder: StateFolder
        private let path: String

        /// Locks the folder of the copy, and removes what an earlier one that was cut off has left.
        init(to path: String) throws(StateError) {
            folder = try StateFolder(path: path)
            self.path = path
            if StateFolder.exists("\(path)/\(StateStore.copyName)") { try clear() }
            guard try !StateStore.isThere(in: path) else {
                throw StateError(.failed, "'\(path)' holds a state already")
            }
        }

        /// Removes all that was copied.
        func clear() throws(StateError) {
            for name in try StateFolder.names(in: path)
            where DeviceLog.isName(name) || name == ExportList.name {
                try StateFolder.remove("\(path)/\(name)")
            }
            try StateFolder.remove("\(path)/\(StateStore.copyName)-journal")
            // Last: while it is there, nobody takes the rest for a state.
            try StateFolder.remove("\(path)/\(StateStore.copyName)")
        }

        /// Copies a state and lists what was copied.
        func export(_ database: StateDatabase) throws(StateError) {
            try database.run("VACUUM INTO ?", [.text("\(path)/\(StateStore.copyName)")])
            var list = ExportList()
            let (length, checksum) = try Self.measure("\(path)/\(StateStore.copyName)")
            list.files = [
                .init(name: StateStore.databaseName, length: length, checksum: checksum)
            ]
            for segment in try segments() {
                let name = DeviceLog.name(of: segment.number)
                let sum = try Self.copy(
                    "\(database.folder)/\(name)", to: "\(path)/\(name)", length: segment.length)
                list.files.append(.init(name: name, length: segment.length, checksum: sum))
            }
            try verify()
            let text = try StateFile(path: "\(path)/\(ExportList.name)", isNew: true)
            try text.write(Array(list.text.utf8), at: 0)
            try text.synchronize()
            try finish()
        }

        /// Copies what a list names, each file checked.
        func make(from export: String, _ list: ExportList) throws(StateError) {
            for file in list.files {
                let isDatabase = file.name == StateStore.databaseName
                guard isDatabase || DeviceLog.isName(file.name) else {
                    throw damage(export, "it lists '\(file.name)'")
                }
                let from = "\(export)/\(file.name)"
                guard StateFolder.exists(from) else { throw damage(export, "\(from) is missing") }
                let length = try StateFile(reading: from).length
                guard length == file.length else {
                    throw damage(export, "\(from) has \(length) bytes, not \(file.length)")
                }
                let name = isDatabase ? StateStore.copyName : file.name
                let sum = try Self.copy(from, to: "\(path)/\(name)", length: length)
                guard sum == file.checksum else { throw damage(export, "the checksum of \(from)") }
            }
            guard list.files.first?.name == StateStore.databaseName else {
                throw damage(export, "it lists no \(StateStore.databaseName)")
            }
            try verify()
            try finish()
        }

        private func damage(_ export: String, _ what: String) -> StateError {
            StateError(.damaged, "the export '\(export)' is damaged: \(what)")
        }

        /// The last step.
        private func finish() throws(StateError) {
            try StateFolder.synchronize(path)
            try StateFolder.rename(
                "\(path)/\(StateStore.copyName)", to: "\(path)/\(StateStore.databaseName)")
            try StateFolder.synchronize(path)
        }

        private func open() throws(StateError) -> StateDatabase {
            try StateDatabase(in: path, named: StateStore.copyName, .readWrite)
        }

        private func segments() throws(StateError) -> [DeviceLog.Segment] {
            try StateStore.segments(of: open())
        }

        /// Reads all that the copy holds, and so checks each checksum in it.
        private func verify() throws(StateError) {
            let database = try open()
            try StateSchema.check(database, mayMigrate: false)
            try StateStore.checkPages(of: database)
            _ = try StateStore.account(of: database)
            let contents = StateContents(database)
            _ = try contents.values(beginningWith: "")
            try contents.readRegions { _, _ in }
            try contents.readDevices { _, _ in }
            _ = try contents.sinks()
            var next: UInt64 = 0
            while let (first, batch) = try contents.batch(endingFrom: next) {
                next = first + batch.count
            }
            _ = try contents.deadLetters()
        }

        private static let pieceLength = 1 << 20

        /// Copies the beginning of a file and gives its checksum.
        private static func copy(
            _ from: String, to: String, length: Int64
        ) throws(StateError) -> UInt64 {
            let copy = try StateFile(path: to, isNew: true)
            var offset: Int64 = 0
            let sum = try readPieces(of: from, length: length) { piece throws(StateError) in
                try copy.write(piece, at: offset)
                offset += Int64(piece.count)
            }
            try copy.synchronize()
            return sum
        }

        /// The length and the checksum of a file.
        private static func measure(
            _ path: String
        ) throws(StateError) -> (length: Int64, checksum: UInt64) {
            let length = try StateFile(reading: path).length
            return (length, try readPieces(of: path, length: length) { _ in })
        }

        /// Gives the beginning of a file piece by piece; returns the checksum of the pieces' checksums.
        private static func readPieces(
            of path: String, length: Int64, _ take: ([UInt8]) throws(StateError) -> Void
        ) throws(StateError) -> UInt64 {
            let file = try StateFile(reading: path)
            var sums: [UInt8] = []
            var offset: Int64 = 0
            while offset < length {
                let count = Int(min(length - offset, Int64(pieceLength)))
                let piece = try file.read(count, at: offset)
                sums.append(word: Checksum.of(piece))
                try take(piece)
                offset += Int64(count)
            }
            return Checksum.of(sums)
        }
    }
#endif
