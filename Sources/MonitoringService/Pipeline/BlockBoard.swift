import FixStreams
import RegionMonitoring

/// The blocks under way, and what is to be done for them next: decode each, in any order; evaluate each
/// on every shard, in the blocks' order.
///
/// A value without threads, which `BlockWorkers` shares between them.
struct BlockBoard {
    /// Something that one thread can do now.
    enum Step {
        case decode(FixBlock, number: UInt64, now: Timestamp, storage: FixRows)
        case evaluate(RecordBlock, shard: Int, linesBefore: UInt64)
    }

    /// A block that is through, and what the shards made of it.
    struct Finished {
        var block: RecordBlock
        var linesBefore: UInt64
        var results: [ShardResult]

        /// When it was read; `nil` for instructions from outside.
        var arrival: ContinuousClock.Instant?
    }

    private struct Job {
        /// What is to be decoded, until somebody does it.
        var source: FixBlock?
        var now: Timestamp
        var arrival: ContinuousClock.Instant?
        var block: RecordBlock?
        var linesBefore: UInt64 = 0
        var results: [ShardResult?]
        var missingResults: Int
    }

    private let shardCount: Int

    /// The blocks under way, and the number of the first.
    private var jobs: [Job] = []
    private var firstNumber: UInt64 = 0

    /// The number of the first block of which it is not known on what line it begins.
    private var nextToPlace: UInt64 = 0

    /// How many lines of each input have ended before that block.
    private var lineCounts: [Int: UInt64] = [:]

    /// The next block that each shard evaluates; `isBusy` while it does.
    private var shards: [(next: UInt64, isBusy: Bool)]

    /// Whether a block has ended the run, so that those behind it are not evaluated.
    private var hasEnded = false

    /// Storage for records to come.
    private var storage: [FixRows] = []

    /// How many bytes the blocks under way have.
    private var byteCount = 0

    /// Whether the threads are to come to their end.
    var isClosed = false

    init(shardCount: Int) {
        self.shardCount = shardCount
        shards = Array(repeating: (next: 0, isBusy: false), count: shardCount)
    }

    /// How many blocks are under way.
    var count: Int { jobs.count }

    /// Numbers the blocks from a number on, before there is any.
    mutating func beginNumbers(at number: UInt64) {
        firstNumber = number
        nextToPlace = number
        for shard in shards.indices { shards[shard].next = number }
    }

    /// Says how many lines of an input ended before its next block.
    mutating func setLineCount(_ count: UInt64, of stream: Int) { lineCounts[stream] = count }

    /// How many lines of an input have ended before its next block, while none is under way.
    func lineCount(of stream: Int) -> UInt64 { lineCounts[stream, default: 0] }

    /// Whether there is so much to do that several threads are of use.
    var isWorthSharing: Bool { byteCount >= 1 << 15 }

    /// The number of the next block.
    var nextNumber: UInt64 { firstNumber + UInt64(jobs.count) }

    /// Adds a block of an input.
    mutating func append(_ source: FixBlock, now: Timestamp) {
        byteCount += source.bytes.count
        append(
            Job(
                source: source, now: now, arrival: .now, results: [], missingResults: shardCount))
    }

    /// Adds instructions from outside.
    mutating func append(_ controls: [Control]) {
        let block = RecordBlock(controls, number: nextNumber, shardCount: shardCount)
        // Rare, and perhaps a lot of work.
        append(Job(now: block.now, block: block, results: [], missingResults: shardCount))
        place()
    }

    private mutating func append(_ job: Job) {
        var job = job
        job.results = Array(repeating: nil, count: shardCount)
        jobs.append(job)
    }

    /// Takes the next thing to do, of the oldest block first; `nil` when there is none at the moment.
    mutating func takeStep() -> Step? {
        if let shard = readyShard() {
            shards[shard].isBusy = true
            let job = jobs[Int(shards[shard].next - firstNumber)]
            guard let block = job.block else { return nil }
            return .evaluate(block, shard: shard, linesBefore: job.linesBefore)
        }
        for index in jobs.indices where !hasEnded {
            guard let source = jobs[index].source else { continue }
            jobs[index].source = nil
            return .decode(
                source, number: firstNumber + UInt64(index), now: jobs[index].now,
                storage: storage.popLast() ?? FixRows())
        }
        return nil
    }

    /// The shard that can evaluate the oldest block.
    private func readyShard() -> Int? {
        var found: Int?
        for shard in shards.indices where !shards[shard].isBusy {
            let next = shards[shard].next
            guard next < nextToPlace else { continue }
            if let other = found, shards[other].next <= next { continue }
            found = shard
        }
        return found
    }

    /// Takes note of a decoded block.
    mutating func didDecode(_ block: RecordBlock) {
        // Blocks behind the end of the run may be gone.
        guard block.number >= firstNumber, block.number < nextNumber else { return }
        jobs[Int(block.number - firstNumber)].block = block
        place()
    }

    /// Finds the lines on which blocks begin, as far as those before are decoded.
    private mutating func place() {
        while !hasEnded, nextToPlace < nextNumber,
            let block = jobs[Int(nextToPlace - firstNumber)].block
        {
            if let source = block.source {
                let linesBefore = source.startsFile ? 0 : lineCounts[source.stream, default: 0]
                jobs[Int(nextToPlace - firstNumber)].linesBefore = linesBefore
                lineCounts[source.stream] = linesBefore + block.lineCount
            }
            hasEnded = block.endsRun
            nextToPlace += 1
        }
    }

    /// Takes note of what a shard made of a block.
    mutating func didEvaluate(_ number: UInt64, shard: Int, _ result: ShardResult) {
        let index = Int(number - firstNumber)
        jobs[index].results[shard] = result
        jobs[index].missingResults -= 1
        shards[shard] = (next: number + 1, isBusy: false)
    }

    /// Whether ``takeFinished()`` would have one.
    var hasFinished: Bool { jobs.first.map { $0.missingResults == 0 } ?? false }

    /// Takes the oldest block, if all shards have evaluated it.
    mutating func takeFinished() -> Finished? {
        guard let job = jobs.first, job.missingResults == 0, let block = job.block else {
            return nil
        }
        jobs.removeFirst()
        firstNumber += 1
        byteCount -= block.source?.bytes.count ?? 0
        return Finished(
            block: block, linesBefore: job.linesBefore, results: job.results.compactMap(\.self),
            arrival: job.arrival)
    }

    /// Forgets the blocks under way, none of which any shard is at work on. Their numbers are not used
    /// again, as some may still be decoded.
    mutating func removeRest() {
        firstNumber = nextNumber
        nextToPlace = firstNumber
        shards = Array(repeating: (next: firstNumber, isBusy: false), count: shardCount)
        jobs.removeAll()
        byteCount = 0
        hasEnded = false
    }

    /// Keeps storage for records to come.
    mutating func recycle(_ fixes: consuming FixRows) {
        guard storage.count < 64 else { return }
        fixes.removeAll()
        storage.append(fixes)
    }
}
