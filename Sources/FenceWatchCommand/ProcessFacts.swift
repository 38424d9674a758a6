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

    /// Keeps files that are opened later from taking the place of a closed standard input, output or
    /// error; to be called first of all.
    static func occupyStandardDescriptors() { csystem_occupy_standard_descriptors() }

    /// Whether two paths lead to one regular file, be it by links or by other names of its folder.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        // SAFETY: both paths are valid C strings for the call.
        unsafe csystem_is_same_file(path, other) != 0
    }

    /// How many cores this process may use.
    static var coreCount: Int { Int(csystem_core_count()) }

    /// Whether a path leads to something.
    static func exists(_ path: String) -> Bool {
        // SAFETY: Swift passes a valid C string for the time of the call.
        unsafe access(path, F_OK) == 0
    }

    /// The most memory that the process has had, in bytes.
    static var peakMemoryBytes: UInt64 { csystem_peak_memory() }
}
