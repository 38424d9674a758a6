import FixStreams
import FleetFeed
import Foundation
import MonitoringService
import RegionFiles
import RegionMonitoring
import Synchronization

/// Reads the feed, drives the service and takes checkpoints, all in one loop.
///
/// The loop waits for the feed by blocking, so it has a queue of its own and does not hold up the
/// threads that tasks share.
actor Backend {
    nonisolated let executor = QueueExecutor(label: "feed")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let options: Options
    private let folder: URL
    private let service: RegionMonitorService
    private let ledger: Ledger
    private let listener: Socket
    private let alarm: WakePipe
    private nonisolated let isStopping = Mutex(false)

    private var accepted: Int
    private var nextCheckpoint = ContinuousClock.now
    private var nextTick = ContinuousClock.now

    /// Goes on from the state folder's checkpoint, or begins anew.
    init(_ options: Options) async throws {
        self.options = options
        folder = URL(filePath: options.state, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let checkpoint = try Checkpoint.latest(in: folder)
        if let checkpoint {
            service = try RegionMonitorService(restoring: checkpoint.snapshots.map { Array($0) })
        } else {
            service = RegionMonitorService(try RegionMonitor(), shards: options.shards)
        }
        accepted = checkpoint?.accepted ?? 0
        ledger = try Ledger(in: folder, restoring: checkpoint?.books)
        listener = try Socket.listening(on: options.port)
        guard let alarm = WakePipe() else { throw SocketError("pipe") }
        self.alarm = alarm
    }

    /// Ends ``run()`` after the records at hand. May be called from any thread.
    nonisolated func stop() {
        isStopping.withLock { $0 = true }
        alarm.wake()
    }

    /// Lets signals end ``run()``, as long as the sources live.
    nonisolated func stop(on signals: [Int32]) -> [any DispatchSourceSignal] {
        signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { self.stop() }
            source.resume()
            return source
        }
    }

    /// Serves one feed after the other until ``stop()``.
    func run() async throws {
        let consumer = Task { [service, ledger] in
            do {
                for await batch in service.events { try await ledger.store(batch) }
            } catch {
                // Nothing is lost: the checkpoint knows what was stored, and the feed sends the rest.
                say("cannot store events: \(error)")
                exit(1)
            }
        }
        try await loadRegions()
        say("port \(listener.port), \(accepted) records dealt with")
        while !isStopping.withLock(\.self) {
            guard try await waitForFeed() else { continue }
            let feed = try listener.accepted()
            feed.limitWaiting(seconds: 5)  // one that does not read must not hold up the loop
            try await serve(feed)
        }
        try await takeCheckpoint(for: nil)
        consumer.cancel()
    }

    /// Makes the regions in force those of the file. What is the same stays untouched.
    private func loadRegions() async throws {
        var reader = RegionFileReader()
        let data = try Data(contentsOf: URL(filePath: options.regions))
        let file = reader.read(Array(data), named: options.regions)
        for finding in file.findings { say("\(finding)") }
        let before = await service.monitoredRegions
        for region in before
        where !file.regions.contains(where: { $0.identifier == region.identifier }) {
            await service.stopMonitoring(for: region.identifier)
        }
        for region in file.regions where !before.contains(region) {
            try await service.startMonitoring(for: region)
        }
    }

    /// Waits for a connection; `false` when there is something else to do first.
    private func waitForFeed() async throws -> Bool {
        try await doWhatIsDue(for: nil)
        var requests = [
            pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&requests, 2, 1000)
        return requests[0].revents != 0 && requests[1].revents == 0
    }

    /// Reads a feed to its end.
    private func serve(_ feed: Socket) async throws {
        var readerOptions = FixReaderOptions()
        readerOptions.format = .ndjson
        let reader = try FixReader(
            [.descriptor(feed.descriptor, name: "feed")], readerOptions,
            wakeDescriptor: alarm.descriptor)
        greet(feed)
        do {
            while !isStopping.withLock(\.self) {
                let outcome = try reader.next(until: .now + .seconds(1))
                if outcome == .end { break }
                if outcome == .records { await evaluate(reader) }
                try await doWhatIsDue(for: feed)
            }
        } catch let error as FixInputError {
            say("\(error)")  // the feed broke off; it connects again and goes on
        }
        try await takeCheckpoint(for: feed)
    }

    /// Evaluates one block of records.
    private func evaluate(_ reader: FixReader) async {
        var batch = LocationBatch()
        for record in reader.records {
            // A record that the connection's end cut off is not counted: the feed sends it again.
            let end = record.offset + UInt64(reader.bytes(of: record).count)
            guard end < UInt64(reader.readByteCount) else { break }
            accepted += 1
            switch record.content {
            case .fix(let device, let fix): batch.append(device, fix)
            case .defect(let error): say(error.message(file: "feed", line: record.line))
            case .control: break  // not allowed in, so there are none
            }
        }
        for rejection in await service.update(batch) {
            say("rejected \(rejection.device.rawValue): \(rejection.reason.rawValue)")
        }
    }

    private func doWhatIsDue(for feed: Socket?) async throws {
        if options.followsClock, nextTick <= .now {
            nextTick = .now + .seconds(1)
            await service.advance(to: RegionMonitorService.systemClock() + .seconds(-5))
        }
        if nextCheckpoint <= .now { try await takeCheckpoint(for: feed) }
    }

    /// Saves what the engine remembers, what the sinks hold and how far the feed was read, and tells
    /// the feed.
    private func takeCheckpoint(for feed: Socket?) async throws {
        let snapshots = try await service.snapshotAfterDelivery()
        try Checkpoint(
            accepted: accepted, snapshots: snapshots.map { Data($0) },
            books: try await ledger.books()
        ).save(in: folder)
        nextCheckpoint = .now + .seconds(options.secondsBetweenCheckpoints)
        if let feed { greet(feed) }
    }

    /// Tells a feed how many records are dealt with; one that has gone does not want to know.
    private func greet(_ feed: Socket) {
        try? feed.send("{\"accepted\":\(accepted)}\n".utf8)
    }
}

/// Runs an actor on a queue of its own.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
