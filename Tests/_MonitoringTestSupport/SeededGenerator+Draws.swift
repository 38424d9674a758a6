extension SeededGenerator {
    /// A number in `range`, all alike.
    public mutating func draw(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }

    /// A number in `range`, all alike.
    public mutating func draw(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// `true` that often.
    public mutating func chance(_ probability: Double) -> Bool { draw(0...1) < probability }

    /// One of the values.
    ///
    /// - Precondition: There is one.
    public mutating func pick<Value>(_ values: [Value]) -> Value {
        values[draw(0...values.count - 1)]
    }

    /// A number in `range`, each factor alike: as many from 1 to 10 as from 10 to 100.
    public mutating func drawLogarithmic(_ range: ClosedRange<Double>) -> Double {
        let steps = draw(0...1)
        var (low, high) = (range.lowerBound, range.upperBound)
        var rest = steps
        // Halving the ratio by geometric means needs no logarithm of the platform.
        for _ in 0..<30 {
            let middle = (low * high).squareRoot()
            rest *= 2
            if rest < 1 {
                high = middle
            } else {
                low = middle
                rest -= 1
            }
        }
        return low
    }
}
