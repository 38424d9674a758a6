import CSystem
import RegionMonitoring

// A wrapper of the C library's clock call.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the system says about time and this process.
enum ProcessFacts {
    /// The machine's clock.
    static var now: Timestamp {
        var time = timespec()
        // SAFETY: the pointer is to a local that outlives the call.
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
            microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The most memory that the process has had, in bytes.
    static var peakMemoryBytes: UInt64 { csystem_peak_memory() }
}
