import CSystem
import MonitoringService

/// The signals that this process catches, as requests to a run: SIGINT and SIGTERM to end it, SIGHUP
/// to read the regions again. SIGPIPE is ignored.
struct ProcessSignals: RunRequests, Sendable {
    let wakeDescriptor: Int32?

    /// Begins to catch the signals; to be created once.
    init() {
        let descriptor = csystem_catch_signals()
        wakeDescriptor = descriptor >= 0 ? descriptor : nil
    }

    var isEndRequested: Bool { csystem_end_signal() != 0 }

    func takeReload() -> Bool { csystem_take_reload() != 0 }

    /// Turns the descriptor readable, as a signal does, without asking for anything. From any thread.
    func wake() { csystem_wake() }

    func drain() { csystem_drain_signals() }
}
