import EventDelivery
import Foundation
import Synchronization
import Testing
import _DeliveryTestSupport

struct ExecSinkTests {
    private let folder = TemporaryFolder()

    private func start(
        _ command: String, _ options: SinkOptions = SinkOptions(),
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> SinkFeed {
        let feed = SinkFeed(name: "exec", notice: notice)
        let worker = try SinkSpecification("exec:" + command).target.open(options, SinkContext())
        _DeliveryTestSupport.start(worker, feed)
        return feed
    }

    /// The sequence numbers of the lines of a file.
    private func sequences(_ name: String) throws -> [UInt64] {
        try folder.lines(name).map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require((object as? [String: Any])?["sequence"] as? NSNumber).uint64Value
        }
    }

    @Test func aCommandGetsAllLines() throws {
        let feed = try start("cat > '\(folder.path("out"))'")
        // Several times what a pipe holds.
        feed.offer(messages(1...3000))
        #expect(finish(feed))
        #expect(try sequences("out") == Array(1...3000))
        #expect(feed.counts.delivered == 3000 && feed.failure == nil)
    }

    @Test func whatADeadCommandHadNotReadGoesToTheNext() throws {
        // Reads whole lines, byte by byte, and so leaves the rest in the pipe.
        let feed = try start(
            "for i in 1 2 3; do read -r line && echo \"$line\" >> '\(folder.path("out"))'; done; exit 7"
        )
        feed.offer(messages(1...10))
        #expect(finish(feed))
        #expect(try sequences("out") == Array(1...10))
        #expect(feed.counts.delivered == 10 && feed.counts.retries >= 3)
    }

    @Test func aLineThatWasReadInPartComesWhole() throws {
        let path = folder.path("out")
        let feed = try start(
            "if [ -e '\(path)' ]; then cat > '\(path)'; else : > '\(path)'; head -c 5 >/dev/null; fi"
        )
        feed.offer(messages(1...1))
        #expect(finish(feed))
        #expect(try sequences("out") == [1])
    }

    @Test func aCommandThatWantsNoMoreIsLikeAClosedPipe() throws {
        var options = SinkOptions()
        options.restart = .onFailure
        let feed = try start("read -r line", options)
        feed.offer(messages(1...10))
        #expect(finish(feed))
        #expect(feed.counts.delivered == 1 && feed.counts.unwanted == 9)
        #expect(feed.failure?.isNormalEnd == true)
    }

    @Test func aCommandThatIsNotRestartedLeavesTheRestUndelivered() throws {
        var options = SinkOptions()
        options.restart = .never
        let feed = try start("read -r line; kill -9 $$", options)
        feed.offer(messages(1...10))
        #expect(finish(feed))
        #expect(feed.counts.delivered == 1 && feed.counts.undelivered == 9)
        #expect(feed.failure?.description == "the command was ended by signal 9")
    }

    @Test func aCommandThatIsMissingIsTriedAgain() throws {
        let told = Mutex<[String]>([])
        let feed = try start("/no/such/command") { notice in told.withLock { $0.append(notice) } }
        feed.offer(messages(1...1))
        while feed.counts.retries < 2 {}
        feed.abandon()
        #expect(finish(feed))
        #expect(feed.counts.undelivered == 1)
        #expect(
            told.withLock { $0 } == [
                "sink 'exec': the command ended with status 127; trying again"
            ])
    }

    @Test func whatIsNotReadForTooLongIsGivenUp() throws {
        var options = SinkOptions()
        options.retry.first = .milliseconds(1)
        options.retry.giveUpAfter = .milliseconds(20)
        let (out, dead) = (folder.path("out"), folder.path("dead"))
        let feed = try start("[ ! -e '\(dead)' ] || exec cat > '\(out)'; exit 1", options)
        feed.offer(messages(1...5))
        while feed.counts.dead < 5 {}
        #expect(feed.counts.retries > 1)
        try Data().write(to: URL(filePath: dead))
        feed.offer(messages(6...9))
        #expect(finish(feed))
        #expect(try sequences("out") == [6, 7, 8, 9])
        #expect(feed.counts.dead == 5 && feed.counts.delivered == 4)
    }

    @Test func aStuckCommandIsEnded() throws {
        let feed = try start("echo $$ > '\(folder.path("pid"))'; sleep 1000")
        feed.offer(messages(1...1))
        var pid: Int32?
        while pid == nil { pid = try? folder.lines("pid").first.flatMap { Int32($0) } }
        feed.end()
        feed.abandon()
        #expect(feed.waitUntilDone(until: .now + .seconds(20)))
        #expect(feed.counts.undelivered == 1)
    }

    @Test func itsStatusAtTheEndIsAFailure() throws {
        let feed = try start("cat > /dev/null; exit 3")
        feed.offer(messages(1...5))
        #expect(finish(feed))
        #expect(feed.counts.delivered == 5)
        #expect(feed.failure?.description == "the command ended with status 3")
    }
}
