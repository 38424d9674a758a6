import RegionMonitoring

/// What became of the records of each input.
///
/// A fix that is held back to be put in order is one of the input that it was read from, whichever
/// record, or passing of time, of which input lets it go.
package struct InputAccounts: Sendable {
    /// Where blocks came from some of whose fixes are held back.
    private struct Origin {
        var input: String
        var heldCount: UInt64
    }

    private var accounts: [String: RecordAccount] = [:]
    private var origins: [UInt32: Origin] = [:]

    /// Where fixes came from that a former run held back and of which it did not say it.
    static let formerRun = "(earlier run)"

    init() {}

    /// The account of an input; no records for one that is not known.
    package subscript(input: String) -> RecordAccount { accounts[input] ?? RecordAccount() }

    /// The inputs of which there was a record, in no particular order.
    package var inputs: [String] { Array(accounts.keys) }

    /// All accounts together.
    package var total: RecordAccount {
        accounts.values.reduce(into: RecordAccount()) { $0.add($1) }
    }

    /// Adds what became of the records of a block, and of those of earlier ones while it was evaluated.
    ///
    /// - Parameters:
    ///   - input: Where the block came from; `nil` for instructions from outside.
    ///   - own: What became of the block's own records.
    mutating func add(
        _ own: RecordAccount, of input: String?, block: UInt64, _ results: [ShardResult]
    ) {
        if let input {
            accounts[input, default: RecordAccount()].add(own)
            let held = results.reduce(0) { $0 + $1.heldCount }
            if held > 0 { origins[Self.key(of: block)] = Origin(input: input, heldCount: held) }
        }
        for (block, account) in results.lazy.flatMap(\.earlier) { settle(account, ofBlock: block) }
    }

    private mutating func settle(_ account: RecordAccount, ofBlock block: UInt32) {
        accounts[origins[block]?.input ?? Self.formerRun, default: RecordAccount()].add(account)
        guard var origin = origins.removeValue(forKey: block) else { return }
        origin.heldCount -= min(account.delivered + account.rejectedTotal, origin.heldCount)
        if origin.heldCount > 0 { origins[block] = origin }
    }

    /// What of a block's number is in the references of its fixes.
    static func key(of block: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: block) }

    // MARK: Fixes that are left to another run

    /// How many fixes are held back of each block, as durable state has it; nothing without any.
    var writtenOrigins: [UInt8] {
        var writer = RecordWriter()
        for (block, origin) in origins.sorted(by: { $0.key < $1.key }) {
            writer.append(UInt64(block))
            writer.append(origin.input)
            writer.append(origin.heldCount)
        }
        return writer.bytes
    }

    /// Takes up the fixes that a former run held back: what becomes of them is this run's to tell.
    ///
    /// - Parameter heldCount: How many they are.
    mutating func resume(_ bytes: [UInt8], heldCount: UInt64) throws(SnapshotError) {
        var reader = RecordReader(bytes)
        var known: UInt64 = 0
        while !reader.isAtEnd {
            let block = UInt32(truncatingIfNeeded: try reader.number())
            let origin = Origin(input: try reader.text(), heldCount: try reader.number())
            guard origin.heldCount <= heldCount - known else {
                throw reader.fault("more fixes are held back than there are")
            }
            known += origin.heldCount
            origins[block] = origin
            accounts[origin.input, default: RecordAccount()].received += origin.heldCount
        }
        guard known < heldCount else { return }
        accounts[Self.formerRun, default: RecordAccount()].received += heldCount - known
    }

    /// Leaves the fixes that are held back to the account of the run that takes up the state.
    ///
    /// - Parameter heldCount: How many they are.
    mutating func leaveHeldFixes(_ heldCount: UInt64) {
        var left = heldCount
        for origin in origins.values {
            accounts[origin.input]?.received -= origin.heldCount
            left -= min(origin.heldCount, left)
        }
        origins.removeAll()
        if left > 0 { accounts[Self.formerRun]?.received -= left }
    }
}
