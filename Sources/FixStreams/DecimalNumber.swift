import StrictJSON

/// A decimal number as its text spells it, so that nothing is lost to a binary fraction.
///
/// Its magnitude is `significand` · 10^`exponent`, somewhat more when `isTruncated`.
struct DecimalNumber {
    /// Whether a minus sign stands before it.
    private(set) var isNegative = false

    /// The first 19 significant digits.
    private(set) var significand: UInt64 = 0

    /// The power of ten of the significand's last digit; not exact beyond ±10⁹.
    private(set) var exponent = 0

    /// Whether digits other than 0 follow the first 19.
    private(set) var isTruncated = false

    /// Takes over a number of a JSON text.
    init(_ number: JSONNumber) {
        isNegative = number.isNegative
        significand = number.significand
        exponent = number.exponent
        isTruncated = number.isTruncated
    }

    /// Creates a number from its parts.
    init(isNegative: Bool, significand: UInt64, exponent: Int) {
        self.isNegative = isNegative
        self.significand = significand
        self.exponent = exponent
    }

    /// Reads a number that fills all of `text`: an optional sign, digits with at most one decimal
    /// mark among them, at least one digit, an optional power of ten (`e-7`).
    ///
    /// Wider than JSON's grammar by a plus sign, leading zeros and a missing part before or after
    /// the mark; `nil` for all else, so for spaces, `NaN`, `inf` and hexadecimal digits.
    ///
    /// - Parameter mark: The decimal mark, a point or a comma.
    init?(_ text: Span<UInt8>, mark: UInt8 = UInt8(ascii: ".")) {
        let count = text.count
        var index = 0
        if count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
            isNegative = text[0] == UInt8(ascii: "-")
            index = 1
        }
        var hasDigit = false
        var isFraction = false
        while index < count {
            let byte = text[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit <= 9 {
                hasDigit = true
                append(digit, isFraction: isFraction)
            } else if byte == mark, !isFraction {
                isFraction = true
            } else {
                break
            }
            index &+= 1
        }
        guard hasDigit else { return nil }
        if index < count {
            guard let power = Self.power(text.extracting(index..<count)) else { return nil }
            exponent += power
        }
    }

    @inline(__always)
    private mutating func append(_ digit: UInt8, isFraction: Bool) {
        // Below 10^18 one more digit fits, and 19 are kept.
        if significand < 1_000_000_000_000_000_000 {
            significand = significand &* 10 &+ UInt64(digit)
            if isFraction { exponent &-= 1 }
        } else {
            if digit != 0 { isTruncated = true }
            if !isFraction { exponent &+= 1 }
        }
    }

    /// Reads `e`, an optional sign and at least one digit, to the end of `text`.
    private static func power(_ text: Span<UInt8>) -> Int? {
        guard text.count > 1, text[0] | 0x20 == UInt8(ascii: "e") else { return nil }
        var index = 1
        let isNegative = text[1] == UInt8(ascii: "-")
        if isNegative || text[1] == UInt8(ascii: "+") { index = 2 }
        guard index < text.count else { return nil }
        var power = 0
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            // Far beyond what a Double or an instant can have, and far from overflow.
            power = min(power * 10 + Int(digit), 1_000_000_000)
            index += 1
        }
        return isNegative ? -power : power
    }
}

extension DecimalNumber {
    /// How many digits stand before the decimal mark when the number is written without an exponent;
    /// 0 or less for numbers below 1. Not meaningful for 0.
    var wholeDigitCount: Int {
        let digits = Self.powersOfTen.firstIndex { significand < $0 } ?? Self.powersOfTen.count
        return digits + exponent
    }

    /// The number divided by 10^`scale`, rounded to a whole number, ties to even; `nil` when that
    /// takes more than 18 digits.
    ///
    /// Ties to even treat the times before and after 1970 alike and do not drift.
    func wholeNumber(scale: Int) -> Int64? {
        guard significand != 0 else { return 0 }
        guard wholeDigitCount - scale <= 18 else { return nil }
        let power = exponent - scale
        let magnitude: UInt64
        if power >= 0 {
            magnitude = significand * Self.powersOfTen[power]
        } else if power >= -19 {
            let divisor = Self.powersOfTen[-power]
            let (quotient, rest) = significand.quotientAndRemainder(dividingBy: divisor)
            let half = divisor / 2
            let roundsUp = rest > half || (rest == half && (isTruncated || quotient % 2 == 1))
            magnitude = quotient + (roundsUp ? 1 : 0)
        } else {
            // Below 10^19 / 10^20, so less than a half.
            magnitude = 0
        }
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }

    /// The `Double` nearest to the number that fills `text`; `nil` when `text` is no number, or one
    /// too great for a finite `Double`.
    static func double(of text: Span<UInt8>, mark: UInt8 = UInt8(ascii: ".")) -> Double? {
        guard let number = DecimalNumber(text, mark: mark) else { return nil }
        if !number.isTruncated,
            let magnitude = JSONNumber.magnitude(
                significand: number.significand, exponent: number.exponent)
        {
            return number.isNegative ? -magnitude : magnitude
        }
        // Rare: more than 19 digits, or a great exponent. The library's reader rounds correctly.
        var bytes: [UInt8] = []
        for index in text.indices {
            bytes.append(text[index] == mark ? UInt8(ascii: ".") : text[index])
        }
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    /// 10⁰ … 10¹⁹: all powers of ten that fit.
    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
}
