/// A stream of pseudo-random numbers, the same on every machine (SplitMix64).
package struct RandomStream {
    private var generator: WorkloadGenerator

    /// Creates a stream from its seed.
    package init(seed: UInt64) { generator = WorkloadGenerator(seed: seed) }

    /// A number in 0..<1.
    package mutating func unit() -> Double { generator.unit() }

    /// A number in 0..<bound.
    package mutating func below(_ bound: UInt32) -> UInt32 { generator.below(bound) }
}
