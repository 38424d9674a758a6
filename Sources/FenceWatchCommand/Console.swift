import CSystem
import EventDelivery
import RegionMonitoring

/// What people read: standard error for everything but results.
enum Console {
    /// Writes a line for people to standard error: `fencewatch: …`. What came from files and would be
    /// more than text to a terminal is spelled out.
    static func note(_ message: String) { error("fencewatch: " + message.printableLines + "\n") }

    /// Writes text to standard error as it is.
    static func error(_ text: String) { write(text, to: .standardError) }

    /// Writes text that was asked for, such as help, to standard output.
    static func output(_ text: String) { write(text, to: .standardOutput) }

    /// The columns of the terminal behind standard error; `nil` when it is none.
    static var columns: Int? {
        let columns = Int(csystem_terminal_columns(2))
        return columns > 0 ? columns : nil
    }

    private static func write(_ text: String, to file: OutputFile) {
        var file = file
        do {
            try file.append(Array(text.utf8))
        } catch {
            // There is nobody left to tell.
        }
    }
}
