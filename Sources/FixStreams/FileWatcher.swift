// A wrapper of CSystem's file watches.
import CSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Tells when followed files may have changed, where the system can (inotify); elsewhere, and on file
/// systems that report nothing, readers look now and then.
final class FileWatcher {
    /// Readable once something has happened; `nil` where the system cannot tell.
    let descriptor: Int32?

    /// Creates a watcher; one that is not active sees nothing, and takes nothing from the system.
    init(isActive: Bool) {
        let opened = isActive ? csystem_watch_open() : -1
        descriptor = opened >= 0 ? opened : nil
    }

    deinit {
        if let descriptor { _ = close(descriptor) }
    }

    /// Watches a file's content and name; `nil` when it cannot be watched.
    func watchFile(_ path: String) -> Int32? {
        guard let descriptor else { return nil }
        // SAFETY: Swift passes a valid C string for the time of the call.
        let watch = unsafe csystem_watch_file(descriptor, path)
        return watch >= 0 ? watch : nil
    }

    /// Watches the folder that a file is in for files that appear in it.
    func watchFolder(of path: String) {
        guard let descriptor else { return }
        let folder =
            path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) + "/" } ?? "."
        // SAFETY: Swift passes a valid C string for the time of the call.
        _ = unsafe csystem_watch_folder(descriptor, folder)
    }

    /// Ends the watch of a file that is no longer read.
    func remove(_ watch: Int32) {
        if let descriptor { csystem_watch_remove(descriptor, watch) }
    }

    /// Forgets what has happened so far.
    func drain() {
        if let descriptor { csystem_watch_drain(descriptor) }
    }
}
