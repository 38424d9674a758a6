/// How long to wait before a failed delivery is tried again: exponential back-off with jitter.
package struct RetryPolicy: Hashable, Sendable {
    /// The wait after the first failure.
    package var first: Duration = .milliseconds(100)

    /// The longest wait.
    package var longest: Duration = .seconds(30)

    /// After how long without success a message is given up; `nil`: never.
    package var giveUpAfter: Duration?

    /// The default: from a tenth of a second to half a minute, for ever.
    package init() {}

    /// The wait after so many failures in a row, from 1: doubled each time, and drawn from its upper half
    /// so that many senders do not come back at once.
    package func wait(
        afterFailures count: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = max(0, min(count - 1, 30))
        let full = min(first * (1 << doublings), longest)
        return full * Double.random(in: 0.5...1, using: &generator)
    }

    /// The same with the system's random numbers.
    package func wait(afterFailures count: Int) -> Duration {
        var generator = SystemRandomNumberGenerator()
        return wait(afterFailures: count, using: &generator)
    }
}
