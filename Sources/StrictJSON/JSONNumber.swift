/// A number of a JSON text as its decimal digits say, before any rounding.
///
/// Its magnitude is `significand` · 10^`exponent`, exactly unless ``isTruncated``.
package struct JSONNumber: Hashable, Sendable {
    /// Whether a minus sign stands before it; −0 is negative too.
    package private(set) var isNegative = false

    /// The first 19 significant digits.
    package private(set) var significand: UInt64 = 0

    /// The power of ten of the significand's last digit; limited to about ±10¹² if the text says more.
    package private(set) var exponent = 0

    /// Whether digits other than 0 follow the first 19, so that the magnitude is somewhat greater.
    package private(set) var isTruncated = false

    // Where the digits stand, for the paths that need all of them.
    let textRange: Range<Int>

    /// Reads a number token.
    package init(_ token: JSONToken, in bytes: Span<UInt8>) {
        precondition(token.kind == .number, "the token is \(token.kind.name), not a number")
        textRange = token.range
        read(bytes)
    }

    /// Reads text that is wholly one number in JSON's grammar; `nil` when it is not.
    package init?(_ range: Range<Int>, in bytes: Span<UInt8>) {
        let text = bytes.extracting(range)
        guard let end = try? JSONCursor.scanNumber(text, 0), end == text.count else { return nil }
        textRange = range
        read(bytes)
    }

    private mutating func read(_ bytes: Span<UInt8>) {
        var index = textRange.lowerBound
        let end = textRange.upperBound
        if bytes[index] == UInt8(ascii: "-") {
            isNegative = true
            index &+= 1
        }
        // So few characters cannot hold more digits than fit: no need to count them.
        if end &- index <= 19 {
            index = readShort(bytes, index, end)
        } else {
            index = readLong(bytes, index, end)
        }
        if index < end { readExponent(bytes, index &+ 1, end) }
    }

    private mutating func readShort(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var index = start
        var digits: UInt64 = 0
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            digits = digits &* 10 &+ UInt64(digit)
            index &+= 1
        }
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let point = index
            while index < end {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                digits = digits &* 10 &+ UInt64(digit)
                index &+= 1
            }
            exponent = point &- index
        }
        significand = digits
        return index
    }

    private mutating func readLong(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var index = start
        var significant = 0
        var isFraction = false
        while index < end {
            let byte = bytes[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                if significant < 19 {
                    significand = significand * 10 + UInt64(digit)
                    if significand != 0 { significant += 1 }
                    if isFraction { exponent -= 1 }
                } else {
                    if digit != 0 { isTruncated = true }
                    if !isFraction { exponent += 1 }
                }
            } else if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                break
            }
            index &+= 1
        }
        return index
    }

    private mutating func readExponent(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
        var index = start
        var isNegative = false
        if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        var value = 0
        while index < end {
            // Far beyond what a Double or an identifier can use, and far from overflow.
            if value < 1 << 36 { value = value * 10 + Int(bytes[index] &- UInt8(ascii: "0")) }
            index += 1
        }
        exponent += isNegative ? -value : value
    }
}

extension JSONNumber {
    /// The nearest `Double`, ties to even; `nil` when the number is too great for a finite one.
    ///
    /// Nearly all numbers take the short way of ``magnitude(significand:exponent:)``; the rest is left
    /// to the standard library.
    package func double(in bytes: Span<UInt8>) -> Double? {
        if !isTruncated,
            let magnitude = Self.magnitude(significand: significand, exponent: exponent)
        {
            return isNegative ? -magnitude : magnitude
        }
        var text: [UInt8] = []
        text.reserveCapacity(textRange.count)
        for index in textRange { text.append(bytes[index]) }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    /// The `Double` nearest to `significand` · 10^`exponent`, ties to even, without allocation; `nil`
    /// outside the powers of ten −19 to 19, and for products that take more than 53 bits.
    ///
    /// One division or multiplication, of floating-point numbers when both sides are exact (Clinger,
    /// "How to read floating point numbers accurately", 1990), else of integers with the remainder
    /// deciding the rounding.
    @inline(__always)
    package static func magnitude(significand: UInt64, exponent: Int) -> Double? {
        guard exponent >= -19, exponent <= 19, exponent <= 0 || significand < 1 << 53 else {
            return nil
        }
        let scale = power(abs(exponent))
        if exponent > 0 { return Double(significand) * Double(scale) }
        return significand < 1 << 53
            // 10^19 is 5^19 · 2^19 and 5^19 < 2^53: every such scale is exact.
            ? Double(significand) / Double(scale)
            : quotient(significand, scale)
    }

    /// 10 to the power of `exponent`, 0 to 19.
    @inline(__always)
    private static func power(_ exponent: Int) -> UInt64 {
        // Squarings: at most five multiplications that wait for each other.
        var result: UInt64 = exponent & 1 == 0 ? 1 : 10
        if exponent & 2 != 0 { result &*= 100 }
        if exponent & 4 != 0 { result &*= 10_000 }
        if exponent & 8 != 0 { result &*= 100_000_000 }
        if exponent & 16 != 0 { result &*= 10_000_000_000_000_000 }
        return result
    }

    /// `dividend` ÷ `divisor`, correctly rounded; neither is 0, and the quotient is a normal number.
    private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
        let dividendShift = dividend.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let high = dividend << UInt64(dividendShift)
        let low = divisor << UInt64(divisorShift)
        // Both have their top bit set; halving the dividend keeps the quotient below 2^64.
        let (digits, rest) = low.dividingFullWidth((high >> 1, high << 63))
        // 2^62 < digits < 2^64: round away the bits below the 53 kept.
        let drop = UInt64(11 - digits.leadingZeroBitCount)
        var kept = digits >> drop
        let dropped = digits & (1 << drop - 1)
        let half = UInt64(1) << (drop - 1)
        if dropped > half || (dropped == half && (rest != 0 || kept & 1 == 1)) { kept += 1 }
        let power = Int(drop) - 63 - dividendShift + divisorShift
        return Double(kept) * Double(bitPattern: UInt64(power + 1023) << 52)
    }
}
