import Foundation

/// Processor time: what a thread or a child really used, whatever else the machine did meanwhile.
package enum CPUClock {
    /// Seconds of processor time of the calling thread, user and system.
    package static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

    /// Seconds of processor time of the whole process, user and system.
    package static var processSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// Seconds on a clock that only goes forward.
    package static var wallSeconds: Double { seconds(CLOCK_MONOTONIC) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        // SAFETY: the structure lives through the call, which fills it.
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
