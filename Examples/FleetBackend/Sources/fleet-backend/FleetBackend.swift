import Foundation

/// Starts the backend and stops it on SIGTERM or SIGINT.
@main struct FleetBackend {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            let backend = try await Backend(options)
            let sources = backend.stop(on: [SIGTERM, SIGINT])
            try await backend.run()
            withExtendedLifetime(sources) {}
        } catch {
            say("\(error)")
            exit(1)
        }
    }
}

/// Writes a line to standard error.
func say(_ message: String) {
    FileHandle.standardError.write(Data("fleet-backend: \(message)\n".utf8))
}

/// What the command line says.
struct Options {
    var regions = ""
    var state = ""
    var port: UInt16 = 0
    var shards = 2

    /// Whether time passes by the clock, or by the fixes alone as recorded ones need it.
    var followsClock = true
    var secondsBetweenCheckpoints = 10.0

    struct UsageError: Error, CustomStringConvertible {
        let description =
            "usage: fleet-backend --regions FILE --state FOLDER [--port N] [--shards N]"
            + " [--clock wall|data] [--checkpoint-every SECONDS]"
    }

    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError() }
            switch (name, UInt16(value), Double(value)) {
            case ("--regions", _, _): regions = value
            case ("--state", _, _): state = value
            case ("--port", let number?, _): port = number
            case ("--shards", let number?, _) where number > 0: shards = Int(number)
            case ("--clock", _, _) where ["wall", "data"].contains(value):
                followsClock = value == "wall"
            case ("--checkpoint-every", _, let seconds?) where seconds >= 0:
                secondsBetweenCheckpoints = seconds
            default: throw UsageError()
            }
        }
        if regions.isEmpty || state.isEmpty { throw UsageError() }
    }
}
