// A wrapper of the C library's threads, locks and conditions, the one place of this module that uses
// them.
import CSystem

/// A value that several threads share, each for a moment, and wait on for each other.
@safe
final class Gate<State>: @unchecked Sendable {
    // SAFETY: `state` is touched with the lock held only, and what the closures return is a copy.

    /// Who waits.
    enum Waiter: Int32 {
        case owner
        case worker
    }

    private let gate: OpaquePointer
    private var state: State

    init(_ state: State) {
        // SAFETY: the gate lives until `deinit`, which nothing that uses it outlives.
        unsafe gate = csystem_gate_create()
        self.state = state
    }

    deinit {
        // SAFETY: nobody can hold the lock or wait: who does holds a reference to this object.
        unsafe csystem_gate_destroy(gate)
    }

    /// Lets the closure use the state alone.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        // SAFETY: the gate is alive, and locked and unlocked by one thread in turn.
        unsafe csystem_gate_lock(gate)
        defer { unsafe csystem_gate_unlock(gate) }
        return body(&state)
    }

    /// Waits until the closure has a result.
    func wait<Result>(as waiter: Waiter, for body: (inout State) -> Result?) -> Result {
        // SAFETY: the gate is alive, and this thread holds the lock whenever it waits.
        unsafe csystem_gate_lock(gate)
        defer { unsafe csystem_gate_unlock(gate) }
        while true {
            if let result = body(&state) { return result }
            unsafe csystem_gate_wait(gate, waiter.rawValue)
        }
    }

    /// Makes those who wait look again.
    func wake(_ waiter: Waiter) {
        // SAFETY: the gate is alive.
        unsafe csystem_gate_wake(gate, waiter.rawValue)
    }
}

/// A thread that does one thing, to its end.
@safe
final class WorkerThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private nonisolated(unsafe) let thread: OpaquePointer

    /// Starts the thread; `nil` when the system has none left.
    init?(_ run: @escaping @Sendable () -> Void) {
        // SAFETY: the reference that is retained here is released by the thread, or below when there is
        // none.
        let body = unsafe Unmanaged.passRetained(Body(run))
        let started = unsafe csystem_thread_start(
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }, body.toOpaque())
        guard let started = unsafe started else {
            unsafe body.release()
            return nil
        }
        // SAFETY: the pointer does not change, and is given to `join` once.
        unsafe thread = started
    }

    /// Waits for the thread's end; to be called once, at last.
    func join() {
        // SAFETY: started by `init` and joined here alone.
        unsafe csystem_thread_join(thread)
    }
}
