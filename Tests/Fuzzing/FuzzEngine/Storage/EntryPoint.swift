/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer's bytes live through the call, and are copied.
    tryEngine(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
