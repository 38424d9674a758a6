import CMeasuring
package import Foundation

/// What a program that ran used.
package struct ChildOutcome: Sendable {
    /// Its exit status; 128 and more when a signal ended it.
    package var status: Int

    /// Seconds of processor time, user and system.
    package var processorSeconds: Double

    /// Seconds from its start to its end.
    package var elapsedSeconds: Double

    /// The most memory it held at once, in MiB; `nil` where it is no more than this process has held:
    /// Linux counts what a process held before it became another program.
    package var peakMiB: Double?

    init(_ outcome: cm_outcome) {
        status = Int(outcome.status)
        processorSeconds = outcome.user + outcome.system
        elapsedSeconds = outcome.elapsed
        let peak = Double(outcome.peak_kib) / 1024
        peakMiB = peak > OwnMemory.peakMiB ? peak : nil
    }
}

/// A program that could not be started.
package struct ChildFailure: Error, CustomStringConvertible {
    /// The program.
    package var program: String

    /// The system's number for the reason.
    package var number: Int32

    /// What went wrong, in words.
    package var description: String {
        // SAFETY: strerror gives a text for every number, which is copied at once.
        "\(program): \(unsafe String(cString: strerror(number)))"
    }
}

/// Runs a program to its end; what it prints goes to a file.
package func runChild(
    _ arguments: [String], output: String = "/dev/null"
) throws(ChildFailure) -> ChildOutcome {
    var outcome = cm_outcome()
    // SAFETY: the texts and the outcome live through the call.
    let result = unsafe withArguments(arguments) { unsafe cm_run($0, output, &outcome) }
    guard result == 0 else { throw ChildFailure(program: arguments[0], number: result) }
    return ChildOutcome(outcome)
}

/// A program that runs, with a pipe to it and one from it.
package struct RunningChild: Sendable {
    /// Where its standard input is written.
    package let input: FileHandle

    /// Where its standard output is read.
    package let output: FileHandle

    private let child: cm_child

    /// Starts a program.
    package init(_ arguments: [String]) throws(ChildFailure) {
        var child = cm_child()
        // SAFETY: the texts and the child live through the call.
        let result = unsafe withArguments(arguments) { unsafe cm_start($0, &child) }
        guard result == 0 else { throw ChildFailure(program: arguments[0], number: result) }
        self.child = child
        input = FileHandle(fileDescriptor: child.input, closeOnDealloc: true)
        output = FileHandle(fileDescriptor: child.output, closeOnDealloc: true)
    }

    /// Waits for the program's end.
    package func wait() -> ChildOutcome {
        var outcome = cm_outcome()
        // SAFETY: both live through the call.
        unsafe withUnsafePointer(to: child) { unsafe cm_wait($0, &outcome) }
        return ChildOutcome(outcome)
    }
}

/// What the process holds.
package enum OwnMemory {
    /// Bytes from the allocator that were not given back.
    package static var heapBytes: Int { Int(cm_heap_bytes()) }

    /// The most memory it held at once, in MiB.
    package static var peakMiB: Double { Double(cm_peak_kib()) / 1024 }
}

/// Counting of instructions by callgrind.
package enum Callgrind {
    /// Whether it is there to count.
    package static var isRunning: Bool { cm_is_under_valgrind() }

    /// Counts what a function does, and nothing else.
    package static func counting(_ body: () throws -> Void) rethrows {
        cm_toggle_counting()
        defer { cm_toggle_counting() }
        try body()
    }
}

@unsafe
private func withArguments(
    _ arguments: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Int32
) -> Int32 {
    // SAFETY: the copies live until the call is over; the array ends with a null, as C wants it.
    let copies = unsafe arguments.map { unsafe strdup($0) }
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    let texts = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
    return unsafe body(texts)
}
