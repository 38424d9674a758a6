import Foundation

/// The built program, run in a fresh folder of its own.
final class Program {
    /// What a finished run left.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String

        /// The lines of standard output.
        var lines: [Substring] { output.split(separator: "\n") }
    }

    /// The folder in which the program runs; removed with this value.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fencewatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The program that was built together with these tests.
    static let executable: URL = {
        // The test bundle lies beside it: the main bundle itself on Linux, one of all on Darwin.
        let bundle =
            Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent() ?? Bundle.main.bundleURL
        return bundle.appendingPathComponent("fencewatch")
    }()

    /// Writes a file into the folder.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    /// Adds to the end of a file in the folder.
    func append(_ text: String, to name: String) throws {
        let handle = try FileHandle(forWritingTo: folder.appendingPathComponent(name))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    /// The text of a file in the folder.
    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// Runs the program to its end.
    ///
    /// - Parameter input: The text of its standard input.
    func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(arguments, input: input)
    }

    /// Runs the program to its end.
    func run(_ arguments: [String], input: String = "") throws -> Outcome {
        let process = try prepared(arguments)
        try write(input, to: ".stdin")
        let errors = folder.appendingPathComponent(".stderr")
        let output = folder.appendingPathComponent(".stdout")
        for file in [errors, output] { try Data().write(to: file) }
        process.standardInput = try FileHandle(
            forReadingFrom: folder.appendingPathComponent(".stdin"))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try read(".stdout"),
            errors: try read(".stderr"))
    }

    /// A process that is ready to run in the folder.
    func prepared(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        return process
    }
}
