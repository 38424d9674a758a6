import EventDelivery
import FixStreams
import RegionMonitoring

extension MonitoringPipeline {
    /// Does one thing, or waits for others to do one; `false` when nothing is under way.
    func workOn() -> Bool {
        switch workers.next() {
        case .finished(let finished):
            tell(finished)
            recycle(finished)
        case .step(let step): workers.perform(step, &maker, inspector: inspector)
        case .nothing: return false
        }
        return true
    }

    /// Hands on what came of a block, and accounts for its records.
    private func tell(_ finished: BlockBoard.Finished) {
        let block = finished.block
        let made = account(for: finished)
        deliver(
            MarkedList.merged(finished.results.map(\.events)),
            MarkedList.merged(finished.results.map(\.records)), of: block)
        tellRejects(finished)
        tellDefects(finished)
        keepFigures(finished, made)
        if block.endsRun {
            hasEnded = true
            workers.removeRest()
        }
    }

    /// Counts what came of a block, by input and in all, and gives it back.
    private func account(for finished: BlockBoard.Finished) -> RunCounts {
        let block = finished.block
        var own = RecordAccount()
        if block.source != nil {
            own.received = UInt64(block.fixes.recordCount) + block.blankCount
            own.blank = block.blankCount
            own.controls = UInt64(block.controlCount)
            for defect in block.defects { own.count(defect.reason) }
        }
        var made = RunCounts()
        for result in finished.results {
            own.add(result.own)
            made.add(result.counts)
            for account in result.earlier.values { made.records.add(account) }
        }
        made.records.add(own)
        counts.add(made)
        inputs.add(own, of: block.source?.input, block: block.number, finished.results)
        return made
    }

    private func keepFigures(_ finished: BlockBoard.Finished, _ made: RunCounts) {
        guard let metrics else { return }
        let latency = finished.arrival.map { (.now - $0) / .seconds(1) }
        metrics.update { figures in
            figures.counts.add(made)
            figures.devices = finished.results.reduce(0) { $0 + $1.deviceCount }
            figures.regions = finished.results.first?.regionCount ?? 0
            if let newest = finished.results.compactMap(\.newestFix).max() {
                let seconds = Double(newest.microsecondsSince1970) / 1e6
                figures.newestFix = max(figures.newestFix, seconds)
            }
            if let latency { figures.latency.add(latency, times: made.received) }
        }
    }

    /// Hands on events, or has them made durable first.
    private func deliver(
        _ events: [RegionEvent], _ records: [OutputRecord], of block: RecordBlock
    ) {
        #if SQLite
            if let keeper {
                keeper.add(events)
                keeper.add(records)
                keeper.noteProgress(records: block.fixes.recordCount)
                return
            }
        #endif
        sinks.deliver(events)
        sinks.deliver(records)
    }

    private func tellRejects(_ finished: BlockBoard.Finished) {
        guard rejects.isWanted else { return }
        var defects = MarkedList<OwnedReject>()
        for defect in finished.block.defects {
            let block = finished.block
            defects.append(
                OwnedReject(
                    device: "",
                    record: RejectedRecord(
                        place: block.place(of: defect, linesBefore: finished.linesBefore),
                        reason: defect.reason.rawValue, detail: defect.detail,
                        raw: block.bytes(of: defect))),
                of: PipelineShard.cause(
                    ofRecord: block.fixes.recordIndex(ofOther: defect.other)))
        }
        for rejected in MarkedList.merged([defects] + finished.results.map(\.rejects)) {
            rejects.append(rejected.record)
        }
    }

    private func tellDefects(_ finished: BlockBoard.Finished) {
        guard let onDefect else { return }
        for defect in finished.block.defects where defect.reason.isDefect {
            onDefect(
                DefectNotice(
                    place: finished.block.place(of: defect, linesBefore: finished.linesBefore),
                    column: defect.column, reason: defect.reason, detail: defect.detail))
        }
    }

    /// Keeps the storage of a block that is through for those to come.
    private func recycle(_ finished: consuming BlockBoard.Finished) {
        let bytes = finished.block.source.map(\.bytes)
        let fixes = finished.block.fixes
        finished.block.source = nil
        finished.block.fixes = FixRows()
        finished.results = []
        workers.recycle(fixes)
        if let bytes, storage.count < capacity { storage.append(bytes) }
    }
}
