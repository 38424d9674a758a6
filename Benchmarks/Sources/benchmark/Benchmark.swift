import Foundation
import Measuring

/// Measures fencewatch beside what users could take instead, on the same data in the same run.
@main
struct Benchmark {
    static func main() {
        do {
            exit(try run(CommandLine.arguments.dropFirst().map { $0 }))
        } catch let error as UsageError {
            complain("\(error.message)\n\(Options.usage)")
            exit(2)
        } catch let error as BenchmarkError {
            complain(error.message)
            exit(1)
        } catch {
            complain("\(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        if arguments.first == "--probe" {
            let figures = try Probe.carryOut(Array(arguments.dropFirst()))
            FileHandle.standardOutput.write(try JSONEncoder().encode(figures))
            return 0
        }
        let options = try Options(arguments)
        if options.isHelp {
            print(Options.usage)
            return 0
        }
        // Benchmarks/Sources/benchmark/Benchmark.swift
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        if let source = options.readmeSource {
            try writeReadmeNumbers(from: source, root: root)
            return 0
        }
        let surroundings = Surroundings(root: root.path)
        var run = Run(
            options: options, root: root,
            report: Report(kind: options.kind, surroundings: surroundings))
        if options.leavesOutMillions { run.omit("sets of a million regions: --without-millions") }
        for suite in Suites.all
        where options.suites.isEmpty || options.suites.contains(suite.name) {
            try suite.run(&run)
        }
        run.say("\n" + run.report.markdown)
        if let folder = options.folder {
            let name = "\(surroundings.date.prefix(10))-\(surroundings.commit)"
            try run.report.write(to: URL(fileURLWithPath: folder), name: name)
            run.say("written: \(folder)/\(name).json and .md")
        }
        let wrong = run.report.checks.filter { !$0.isMet }
        guard wrong.isEmpty else {
            complain("\(wrong.count) of \(run.report.checks.count) comparisons failed")
            return 1
        }
        return 0
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("benchmark: \(text)\n".utf8))
    }
}
