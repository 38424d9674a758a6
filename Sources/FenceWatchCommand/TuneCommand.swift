import EventDelivery
import FixStreams
import MonitoringService
import RegionFiles
import RegionMonitoring

extension Subcommand {
    /// Tries policies on recorded fixes.
    static let tune = Subcommand(
        name: .tune,
        usage: "fencewatch tune -r REGIONS [options] [FIXES ...]",
        summary: "choose a policy from recorded fixes",
        discussion: """
            Reads recorded fixes once and evaluates them under many policies. Tells of each how many \
            events and visits it makes, how many of them flap, how long decisions take and how many \
            visits are lost against the smoothest policy, and recommends the one with the least delay \
            among those that flap least. A region's own policy stays in force in all of them.
            """,
        run: { settings throws(UsageError) in
            try settings.validateInputs()
            do throws(CannotRun) {
                return try TuneCommand(settings).run()
            } catch {
                Console.note("error: \(error.description)")
                return .failure
            }
        })
}

/// One run of `tune`.
private struct TuneCommand {
    private let settings: Settings
    private let signals = ProcessSignals()
    private let now = ProcessFacts.now

    init(_ settings: Settings) { self.settings = settings }

    func run() throws(CannotRun) -> ExitStatus {
        let trials = try trials()
        let (regions, refused) = try settings.readRegions()
        let other = try settings.comparedPath.map { path throws(CannotRun) in
            try readCompared(path)
        }
        let recording = try record()
        if recording.entries.isEmpty { throw CannotRun("there are no fixes to try policies on") }
        if let other {
            try compare(recording, regions, with: other)
        } else {
            try tune(recording, regions, trials)
        }
        let isClean = refused == 0 && recording.defectCount == 0
        return isClean ? .success : .defects
    }

    private func trials() throws(CannotRun) -> [PolicyTrial] {
        do throws(PolicyError) {
            return settings.tries.isEmpty
                ? try PolicyGrid.standard(over: settings.policy)
                : try PolicyGrid.combinations(of: settings.tries, over: settings.policy)
        } catch {
            throw CannotRun("option '--try': \(error.description)")
        }
    }

    private func record() throws(CannotRun) -> FixRecording {
        let reader = try settings.makeReader(signals)
        var recording = FixRecording()
        do throws(FixInputError) {
            try recording.read(
                reader, in: settings.coordinates, requests: signals, note: Console.note)
        } catch {
            throw CannotRun(error.description)
        }
        return recording
    }

    // MARK: A grid

    private func tune(
        _ recording: FixRecording, _ regions: [RegionFile.Entry], _ trials: [PolicyTrial]
    ) throws(CannotRun) {
        let own = regions.count { $0.region.policy != PolicyOverrides() }
        if own > 0 {
            Console.note("\(counted(own, "region")) with a policy of their own: it stays in force")
        }
        var outcomes: [TrialOutcome] = []
        for trial in trials {
            do throws(Replay.Failure) {
                let replay = try replay(recording, regions, trial.policy)
                outcomes.append(TrialOutcome(trial, replay))
            } catch {
                Console.note("left out: \(trial.optionLine): \(error)")
            }
        }
        guard !outcomes.isEmpty else { throw CannotRun("no policy of the grid can be used") }
        let comparison = PolicyComparison(outcomes)
        let report = TuneReport(
            comparison: comparison,
            subject: counted(recording.entries.count, "fix", "fixes") + " of "
                + counted(recording.deviceCount, "device") + ", " + counted(regions.count, "region")
                + ", " + counted(outcomes.count, "policy", "policies"))
        write(settings.reportForm == .text ? Array(report.text.utf8) : report.json)
        if let path = settings.plotPath { try write(PolicyPlot(comparison).svg, to: path) }
    }

    private func replay(
        _ recording: FixRecording, _ regions: [RegionFile.Entry], _ policy: PolicyOverrides
    ) throws(Replay.Failure) -> Replay {
        try Replay(
            recording, regions: regions, policy: policy, filter: settings.filter, now: now)
    }

    // MARK: Two policies or region sets

    private enum Compared {
        case policy(PolicyOverrides)
        case regions([RegionFile.Entry])
    }

    private func readCompared(_ path: String) throws(CannotRun) -> Compared {
        if settings.plotPath != nil || !settings.tries.isEmpty {
            throw CannotRun("--compare tries no grid: leave out --try and --svg")
        }
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(path)
        } catch {
            throw CannotRun("cannot read \(path): \(error.message)")
        }
        do throws(RegionFileFinding) {
            if let policy = try PolicyFile.read(bytes, named: path) { return .policy(policy) }
        } catch {
            throw CannotRun(error.description)
        }
        var other = settings
        other.regionFiles = [path]
        return .regions(try other.readRegions().entries)
    }

    private func compare(
        _ recording: FixRecording, _ regions: [RegionFile.Entry], with other: Compared
    ) throws(CannotRun) {
        do throws(Replay.Failure) {
            let before = try replay(recording, regions, settings.policy).events
            let after =
                switch other {
                case .policy(let policy): try replay(recording, regions, policy).events
                case .regions(let regions): try replay(recording, regions, settings.policy).events
                }
            let report = CompareReport(
                comparison: EventComparison(before, after), counts: (before.count, after.count))
            write(settings.reportForm == .text ? Array(report.text.utf8) : report.json)
        } catch {
            throw CannotRun(error.description)
        }
    }

    // MARK: Output

    private func write(_ bytes: [UInt8]) {
        var output = ResultOutput()
        output.bytes = bytes
        output.flush()
        if let failure = output.failure { Console.note("\(failure)") }
    }

    private func write(_ text: String, to path: String) throws(CannotRun) {
        do throws(OutputError) {
            var file = try OutputFile(path: path, .replacing)
            try file.append(Array(text.utf8))
            try file.finish()
        } catch {
            throw CannotRun(error.description)
        }
    }
}
