import CGEOS

/// An operation GEOS could not carry out: an exception of the library, never an answer.
package struct GEOSFailure: Error, Hashable, CustomStringConvertible {
    /// What was asked for.
    package var operation: String
    /// What GEOS said, or an empty text.
    package var message: String

    package var description: String { "GEOS \(operation) failed: \(message)" }
}

/// A GEOS handle, which every call needs and one thread at a time may use, and its last message.
@safe
final class GEOSContext {
    let handle: GEOSContextHandle_t
    private var message = ""

    init() {
        // SAFETY: GEOS_init_r never returns null: it throws std::bad_alloc, as Swift traps.
        guard let handle = unsafe GEOS_init_r() else {
            preconditionFailure("GEOS_init_r returned no context: out of memory")
        }
        unsafe self.handle = handle
        // SAFETY: the handler is only called from GEOS calls with this handle, which dies with self.
        unsafe GEOSContext_setErrorMessageHandler_r(
            handle,
            { text, owner in
                guard let text = unsafe text, let owner = unsafe owner else { return }
                let context = unsafe Unmanaged<GEOSContext>.fromOpaque(owner)
                    .takeUnretainedValue()
                context.message = unsafe String(cString: text)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        // SAFETY: made by GEOS_init_r and released only here.
        unsafe GEOS_finish_r(handle)
    }

    /// The failure of `operation`, with what GEOS said about it.
    func failure(_ operation: String) -> GEOSFailure {
        defer { message = "" }
        return GEOSFailure(operation: operation, message: message)
    }
}
