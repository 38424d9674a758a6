package import FixStreams
import RegionFiles
import RegionMonitoring

/// Why a control record could not be obeyed.
package struct ControlError: Error, Hashable, Sendable {
    /// What is wrong, a sentence for people.
    package var detail: String

    /// The column of its line, in characters from 1.
    package var column: Int
}

extension MonitoringPipeline {
    /// Takes a control record.
    ///
    /// - Throws: ``ControlError`` when it puts a feature that is refused; nothing is counted then, and
    ///   the record is to be taken as a defect.
    package mutating func take(
        _ control: ControlRecord, at place: RecordPlace
    ) throws(ControlError) {
        switch control {
        case .putRegion(let feature, let column):
            let start = SourcePosition(
                file: place.file, line: Int(clamping: place.line), column: column)
            let region: Region
            do throws(RegionFileFinding) {
                region = try RegionFileReader.readFeature(feature, at: start)
            } catch {
                throw ControlError(
                    detail: "feature: \(error.reason)", column: error.position.column)
            }
            try putRegion(region, column)
        case .removeRegion(let region): remove(region)
        case .removeDevice(let device): remove(device)
        case .advance(let time): advance(to: time)
        case .requestState(let device, let region): requestState(of: device, for: region)
        }
        didTakeControl()
    }

    private mutating func putRegion(_ region: Region, _ column: Int) throws(ControlError) {
        do throws(RegionError) {
            try put(region)
        } catch {
            throw ControlError(detail: "feature: \(error)", column: column)
        }
    }
}
