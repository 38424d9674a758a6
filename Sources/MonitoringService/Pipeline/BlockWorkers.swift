import FixStreams
import RegionMonitoring
import Synchronization

/// Evaluates blocks on several threads, one of which is the owner's.
///
/// The owner adds blocks and takes them back in their order, and does its part of the work meanwhile;
/// with one thread it does all.
final class BlockWorkers: Sendable {
    /// A shard, used by one thread at a time.
    private final class Cell: Sendable {
        let shard: Mutex<PipelineShard>

        init(_ shard: PipelineShard) { self.shard = Mutex(shard) }
    }

    /// What the owner finds when it looks.
    enum Finding {
        /// The oldest block is through.
        case finished(BlockBoard.Finished)

        /// There is something for it to do.
        case step(BlockBoard.Step)

        /// No block is under way.
        case nothing
    }

    private let gate: Gate<BlockBoard>
    private let cells: [Cell]
    private let threads: Mutex<[WorkerThread]>

    /// Starts threads, fewer than asked for when the system has no more.
    init(_ shards: [PipelineShard], maker: RecordBlockMaker, threadCount: Int) {
        let gate = Gate(BlockBoard(shardCount: shards.count))
        let cells = shards.map(Cell.init)
        self.gate = gate
        self.cells = cells
        let threads = (1..<max(threadCount, 1)).compactMap { _ in
            WorkerThread {
                var maker = maker
                while let step = Self.nextStep(gate) { Self.perform(step, &maker, gate, cells) }
            }
        }
        self.threads = Mutex(threads)
    }

    deinit { close() }

    /// Ends the threads; blocks under way are dropped.
    func close() {
        gate.withLock { $0.isClosed = true }
        gate.wake(.worker)
        let threads = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads { thread.join() }
    }

    // MARK: The owner's part

    /// How many blocks are under way.
    var count: Int { gate.withLock { $0.count } }

    /// Adds a block of an input.
    func append(_ source: FixBlock, now: Timestamp) {
        let isWorthSharing = gate.withLock { board in
            board.append(source, now: now)
            return board.isWorthSharing
        }
        if isWorthSharing { gate.wake(.worker) }
    }

    /// Adds instructions from outside, which take effect behind the blocks before.
    func append(_ controls: [Control]) {
        gate.withLock { $0.append(controls) }
        gate.wake(.worker)
    }

    /// Looks what is next for the owner, and waits while others have everything in hand.
    func next() -> Finding {
        gate.wait(as: .owner) { board in
            if let finished = board.takeFinished() { return .finished(finished) }
            if let step = board.takeStep() { return .step(step) }
            return board.count == 0 ? .nothing : nil
        }
    }

    /// Does something on the owner's thread.
    func perform(
        _ step: BlockBoard.Step, _ maker: inout RecordBlockMaker,
        inspector: (any OutputInspector)?
    ) {
        Self.perform(step, &maker, gate, cells, inspector: inspector)
    }

    /// Drops the blocks under way.
    func removeRest() { gate.withLock { $0.removeRest() } }

    /// Keeps storage for records to come.
    func recycle(_ fixes: consuming FixRows) {
        let fixes = fixes
        gate.withLock { $0.recycle(fixes) }
    }

    /// Looks at each shard's monitor, between blocks.
    func monitors<Result: Sendable>(_ body: (borrowing RegionMonitor) -> Result) -> [Result] {
        cells.map { cell in cell.shard.withLock { body($0.monitor) } }
    }

    /// Looks at one shard's monitor, between blocks: all monitor the same regions.
    func firstMonitor<Result: Sendable>(_ body: (borrowing RegionMonitor) -> Result) -> Result {
        cells[0].shard.withLock { body($0.monitor) }
    }

    /// How many shards there are.
    var shardCount: Int { cells.count }

    /// Changes each shard, between blocks.
    func changeShards<Result: Sendable>(
        _ body: (_ number: Int, inout PipelineShard) -> Result
    ) -> [Result] {
        cells.enumerated().map { number, cell in cell.shard.withLock { body(number, &$0) } }
    }

    /// The number of the next block.
    var nextNumber: UInt64 { gate.withLock { $0.nextNumber } }

    /// Numbers the blocks from a number on, before there is any.
    func beginNumbers(at number: UInt64) { gate.withLock { $0.beginNumbers(at: number) } }

    /// Says how many lines of an input ended before its next block.
    func setLineCount(_ count: UInt64, of stream: Int) {
        gate.withLock { $0.setLineCount(count, of: stream) }
    }

    /// How many lines of an input have ended, between blocks.
    func lineCount(of stream: Int) -> UInt64 { gate.withLock { $0.lineCount(of: stream) } }

    // MARK: On any thread

    private static func nextStep(_ gate: Gate<BlockBoard>) -> BlockBoard.Step? {
        gate.wait(as: .worker) { board -> BlockBoard.Step?? in
            if board.isClosed { return .some(nil) }
            return board.takeStep().map { .some($0) }
        }
    }

    private static func perform(
        _ step: BlockBoard.Step, _ maker: inout RecordBlockMaker, _ gate: Gate<BlockBoard>,
        _ cells: [Cell], inspector: (any OutputInspector)? = nil
    ) {
        let isWorthSharing: Bool
        switch step {
        case .decode(let source, let number, let now, let storage):
            let block = maker.make(source, number: number, now: now, into: storage)
            isWorthSharing = gate.withLock { board in
                board.didDecode(block)
                return board.isWorthSharing
            }
        case .evaluate(let block, let shard, let linesBefore):
            let result = cells[shard].shard.withLock {
                $0.evaluate(block, linesBefore: linesBefore, inspector: inspector)
            }
            isWorthSharing = gate.withLock { board in
                board.didEvaluate(block.number, shard: shard, result)
                return board.isWorthSharing
            }
        }
        gate.wake(.owner)
        if isWorthSharing { gate.wake(.worker) }
    }
}
