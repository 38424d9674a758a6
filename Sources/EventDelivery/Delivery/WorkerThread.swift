// A wrapper of the C library's threads: a sink may block in a system call for as long as it likes,
// which a task of Swift's shared pool may not.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Runs closures on threads of their own.
package enum WorkerThread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that ends with its body; false when the system allows no more threads.
    ///
    /// The thread gets no signals: those are for the thread that waits for them.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        // SAFETY: the sets and the thread are locals that outlive the calls; the retained `Start` is
        // released by the new thread, or here when there is none.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let start = unsafe Unmanaged.passRetained(Start(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let result = unsafe pthread_create(&thread, nil, run, start.toOpaque())
            if result == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let result = unsafe pthread_create(&thread, nil, run, start.toOpaque())
            if result == 0 { pthread_detach(thread) }
        #endif
        if result != 0 { unsafe start.release() }
        return result == 0
    }

    #if canImport(Darwin)
        private static let run:
            @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
                // SAFETY: `start` passed a retained `Start`, once.
                unsafe Unmanaged<Start>.fromOpaque($0).takeRetainedValue().body()
                return nil
            }
    #else
        private static let run:
            @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
                // SAFETY: `start` passed a retained `Start`, once.
                if let start = unsafe $0 {
                    unsafe Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
                }
                return nil
            }
    #endif
}
