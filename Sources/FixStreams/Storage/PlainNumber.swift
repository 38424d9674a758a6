import StrictJSON

/// A plain decimal number: a sign, digits, a point and digits, as nearly all numbers of fixes are.
///
/// Its magnitude is `significand` · 10^−`places`, exactly.
@safe
struct PlainNumber {
    var significand: UInt64

    /// Where the number ends; `nil`: there is none that is plain, so that it is left to others to say
    /// what it is.
    var end: UnsafeRawPointer?

    /// How many digits stand behind the point.
    var places: Int

    var isNegative: Bool

    private static var none: PlainNumber {
        unsafe PlainNumber(significand: 0, end: nil, places: 0, isNegative: false)
    }

    /// The most digits that are read here: so many always fit.
    private static let digitLimit = 19

    /// Reads the number that begins at `start`. What follows the number is not looked at, except that
    /// it is no digit.
    ///
    /// - Parameter isStrict: Whether a leading zero may not be followed by a digit, as in JSON.
    /// - Precondition: A line feed stands at `start` or behind it, and 64 bytes more.
    // SAFETY: only digits, a sign and a point are passed over, so that no place behind the line feed
    // is reached, and a word is read from one at or before it.
    @inline(__always)
    @unsafe
    static func read(_ start: UnsafeRawPointer, isStrict: Bool = true) -> PlainNumber {
        var place = unsafe start
        let isNegative = unsafe place.byte == UInt8(ascii: "-")
        if isNegative { unsafe place += 1 }
        let first = unsafe place
        var digits: UInt64 = 0
        // Few digits stand before the point.
        while true {
            let digit = unsafe place.byte &- UInt8(ascii: "0")
            if digit >= 10 { break }
            digits = digits &* 10 &+ UInt64(digit)
            unsafe place += 1
        }
        let whole = unsafe place - first
        guard whole > 0, whole <= digitLimit,
            unsafe !isStrict || whole == 1 || first.byte != UInt8(ascii: "0")
        else { return none }
        guard unsafe place.byte == UInt8(ascii: ".") else {
            return unsafe PlainNumber(
                significand: digits, end: place, places: 0, isNegative: isNegative)
        }
        unsafe place += 1
        let point = unsafe place
        // Behind the point they are taken eight at a time.
        var word = unsafe place.word ^ zeros
        var length = digitCount(word)
        while length == 8 {
            digits = digits &* 100_000_000 &+ eightDigits(word)
            unsafe place += 8
            word = unsafe place.word ^ zeros
            length = digitCount(word)
        }
        if length > 0 {
            // Shifted up, so that zeros stand in front of them.
            let shifted = word &<< UInt64(64 &- length &* 8)
            digits = digits &* powers[length & 7] &+ eightDigits(shifted)
            unsafe place += length
        }
        let places = unsafe place - point
        guard places > 0, whole &+ places <= digitLimit else { return none }
        return unsafe PlainNumber(
            significand: digits, end: place, places: places, isNegative: isNegative)
    }

    /// How many of the lowest bytes of a word are 0 to 9.
    @inline(__always)
    private static func digitCount(_ word: UInt64) -> Int {
        // Adding 0x76 leaves the top bit of a byte below 10 clear.
        let others = (word | (word & low7 &+ 0x7676_7676_7676_7676)) & high
        return others.trailingZeroBitCount &>> 3
    }

    private static let zeros: UInt64 = 0x3030_3030_3030_3030
    private static let low7: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let high: UInt64 = 0x8080_8080_8080_8080

    /// The number that eight bytes from 0 to 9 spell, the first being the lowest of the word.
    @inline(__always)
    private static func eightDigits(_ word: UInt64) -> UInt64 {
        // Neighbours join to numbers of two, four and eight digits.
        let pairs = (word &* 10 &+ word &>> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
    }

    /// 10 to the power of 0 to 7.
    private static let powers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000,
    ]

    /// 10 to the power of 0 to 15, all of them exact.
    private static let exactPowers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// The nearest `Double`, ties to even; NaN where that is left to others.
    @inline(__always)
    var double: Double {
        let magnitude =
            significand < 1 << 53 && places <= 15
            // Both are exact, so that the division alone rounds.
            ? Double(Int64(truncatingIfNeeded: significand)) / Self.exactPowers[places & 15]
            : JSONNumber.magnitude(significand: significand, exponent: -places) ?? .nan
        return isNegative ? -magnitude : magnitude
    }
}

extension DecimalNumber {
    /// Takes over a plain number.
    init(_ number: PlainNumber) {
        self.init(
            isNegative: number.isNegative, significand: number.significand,
            exponent: -number.places)
    }
}

extension UnsafeRawPointer {
    /// The byte here.
    @inline(__always)
    var byte: UInt8 { unsafe load(as: UInt8.self) }

    /// The eight bytes from here on, the first one lowest.
    @inline(__always)
    var word: UInt64 { unsafe UInt64(littleEndian: loadUnaligned(as: UInt64.self)) }
}
