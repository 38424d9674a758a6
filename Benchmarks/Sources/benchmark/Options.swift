import Foundation
import Measuring

/// What the command line asks for.
struct Options {
    var kind = Report.Kind.full
    var suites: [String] = []
    var sets: [String] = []
    var repeats: Int?
    var folder: String?
    var readmeSource: String?
    var leavesOutMillions = false
    var isHelp = false

    static let usage = """
        usage: benchmark [--quick] [--suite NAME]… [--set NAME]… [--repeats N] [--write FOLDER]
                         [--without-millions]
               benchmark --readme FILE.json

        --without-millions leaves a million regions out, which take minutes and gigabytes.

        Suites: \(Suites.all.map(\.name).joined(separator: " ")).
        Sets: W1 W2 W3 W4, and the names of the real sets.
        FENCEWATCH_SHARED names a folder with more real region sets, FENCEWATCH_PEERS_PYTHON a Python
        that has the libraries of Benchmarks/peers/requirements.txt. --readme puts a result file's
        numbers into the README.
        """

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            func value() throws(UsageError) -> String {
                guard let value = rest.popFirst() else {
                    throw UsageError(message: "\(argument) needs a value")
                }
                return value
            }
            switch argument {
            case "--quick": kind = .quick
            case "--suite":
                let name = try value()
                guard Suites.all.contains(where: { $0.name == name }) else {
                    throw UsageError(message: "there is no suite '\(name)'")
                }
                suites.append(name)
            case "--set": sets.append(try value())
            case "--repeats":
                let text = try value()
                guard let count = Int(text), count > 0 else {
                    throw UsageError(message: "'\(text)' is no number of repeats")
                }
                repeats = count
            case "--write": folder = try value()
            case "--without-millions": leavesOutMillions = true
            case "--readme": readmeSource = try value()
            case "--help", "-h": isHelp = true
            default: throw UsageError(message: "unknown argument '\(argument)'")
            }
        }
    }
}

/// A command line that cannot be followed.
struct UsageError: Error {
    var message: String
}
