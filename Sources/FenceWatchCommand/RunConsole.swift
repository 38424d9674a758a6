import MonitoringService

/// Shows people how a run goes: messages, and a progress bar on a terminal.
final class RunConsole: RunObserver {
    private var bar: ProgressBar?

    /// Creates a console for a run.
    ///
    /// - Parameter total: The bytes of all inputs; `nil` when nobody knows.
    init(total: UInt64?, isQuiet: Bool) { bar = isQuiet ? nil : ProgressBar(total: total) }

    func note(_ message: String) {
        bar?.clear()
        Console.note(message)
    }

    func didProgress(bytes: UInt64, counts: RunCounts) {
        bar?.update(bytes: bytes, records: counts.received, events: counts.eventTotal)
    }

    /// Takes the progress bar away.
    func finish() { bar?.clear() }
}
