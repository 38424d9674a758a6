/// Tells in plain sentences what became of a device's track: one for each event, and one for each
/// crossing that came to nothing, with the reason.
///
/// It is given what a monitor made whose ``RegionMonitor/trace`` is the same request:
///
/// ```swift
/// let request = TraceRequest(device: "van-7", region: "depot")
/// monitor.trace = request
/// var explanation = TrackExplanation(of: request)
/// for fix in track {
///     output.removeAll()
///     monitor.update(with: fix, from: "van-7", into: &output)
///     explanation.take(output)
/// }
/// explanation.finish()
/// for conclusion in explanation.conclusions { print(conclusion.sentence) }
/// ```
///
/// A value without a clock or any state but that of the crossings under way.
public struct TrackExplanation: Sendable {
    /// One thing that happened or did not, in a sentence.
    public struct Conclusion: Hashable, Sendable {
        /// The device.
        public var device: DeviceID

        /// The region; `nil` for what concerns the fixes alone.
        public var region: RegionID?

        /// The event that is told of; `nil` for what did not happen.
        public var event: RegionEvent?

        /// The event that did not happen; `nil` otherwise.
        public var missed: RegionEvent.Kind?

        /// The sentence, with its full stop.
        public var sentence: String
    }

    /// What is told of.
    public let request: TraceRequest

    /// The conclusions so far, in the order in which they could be drawn.
    public private(set) var conclusions: [Conclusion] = []

    private var devices: [DeviceID: DeviceStory] = [:]

    /// Creates an explanation of nothing yet.
    public init(of request: TraceRequest) { self.request = request }

    /// Takes what one call of the monitor made: its traces, events and rejections.
    ///
    /// - Complexity: O(traces × events) of the one call.
    public mutating func take(_ output: borrowing MonitorOutput) {
        var rest = output.events.filter(isAsked)
        for trace in output.traces {
            let own = rest.filter { $0.device == trace.device && $0.fix == trace.fix }
            rest.removeAll { $0.device == trace.device && $0.fix == trace.fix }
            devices[trace.device, default: DeviceStory(trace.device)]
                .take(trace, events: own, into: &conclusions)
        }
        for event in rest {
            devices[event.device, default: DeviceStory(event.device)]
                .take(event, into: &conclusions)
        }
    }

    /// Tells what is still open at the end of the tracks, and how many fixes were not evaluated.
    public mutating func finish() {
        for device in devices.keys.sorted() {
            devices[device]?.finish(asked: request.region, into: &conclusions)
        }
    }

    /// Whether any fix of a device has come, rejected ones included.
    public func hasSeen(_ device: DeviceID) -> Bool { devices[device] != nil }

    private func isAsked(_ event: RegionEvent) -> Bool {
        request.device.map { $0 == event.device } ?? true
            && request.region.map { $0 == event.region } ?? true
    }
}
