// A wrapper of the C library's mutexes and conditions, which the standard library has no form of that
// can be waited on until a moment.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A value behind a lock, whose changes can be waited for.
@safe package final class ConditionLock<State>: @unchecked Sendable {
    // SAFETY: `state` is read and written between locking and unlocking `mutex` only.
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Creates a lock around a value.
    package init(_ state: State) {
        self.state = state
        // SAFETY: both are initialised before their first use and live until `deinit`.
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            unsafe pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            unsafe pthread_condattr_init(&attributes)
            // Waits must not move with the machine's clock.
            unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            unsafe pthread_cond_init(condition, &attributes)
            unsafe pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        // SAFETY: nobody holds a reference any more, so nobody holds the lock or waits.
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Reads or changes the value; nobody waiting is told.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        // SAFETY: the mutex was initialised.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Changes the value and makes all who wait look again.
    package func change<Result>(_ body: (inout State) -> Result) -> Result {
        // SAFETY: the mutex and the condition were initialised.
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(condition)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Asks again after each change, until there is an answer or the moment has come; with the answer,
    /// all who wait look again.
    ///
    /// - Parameter body: Returns `nil`, having changed nothing, to go on waiting.
    package func wait<Result>(
        until deadline: ContinuousClock.Instant?, _ body: (inout State) -> Result?
    ) -> Result? {
        // SAFETY: the mutex and the condition were initialised.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) {
                unsafe pthread_cond_broadcast(condition)
                return result
            }
            guard let deadline else {
                unsafe pthread_cond_wait(condition, mutex)
                continue
            }
            let rest = deadline - .now
            if rest <= .zero { return nil }
            pause(rest)
        }
    }

    private func pause(_ duration: Duration) {
        let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
        // SAFETY: the mutex is locked by the caller; the time is a local that outlives the call.
        #if canImport(Darwin)
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            unsafe pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            var time = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            time.tv_sec += Int(seconds)
            time.tv_nsec += Int(attoseconds / 1_000_000_000)
            if time.tv_nsec >= 1_000_000_000 {
                time.tv_sec += 1
                time.tv_nsec -= 1_000_000_000
            }
            unsafe pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}
