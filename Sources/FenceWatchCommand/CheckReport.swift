import EventDelivery
import MonitoringService
import RegionFiles
import RegionMonitoring

/// Writes what `check` finds to standard output, as text or as one JSON object a line.
struct CheckReport {
    private let form: Settings.ReportForm
    private var regionCount = 0
    private var warningCount = 0

    private var output = ResultOutput()

    /// Why the report could not be written, other than by a reader that has gone.
    var outputFailure: OutputError? { output.failure }

    /// How many errors were found.
    private(set) var errorCount = 0

    init(form: Settings.ReportForm) { self.form = form }

    mutating func add(unreadable file: (path: String, message: String)) {
        errorCount += 1
        switch form {
        case .text: tell(file.message + "\n")
        case .json:
            write { json in
                json.append(member: "severity", "error")
                json.append(member: "file", file.path)
                json.append(member: "reason", "unreadable")
                json.append(member: "message", file.message)
            }
        }
    }

    mutating func add(_ finding: RegionFileFinding) {
        switch finding.severity {
        case .error: errorCount += 1
        case .warning: warningCount += 1
        }
        switch form {
        case .text: tell(finding.description + "\n")
        case .json:
            write { json in
                json.append(member: "severity", finding.severity.rawValue)
                json.append(finding.position)
                if let region = finding.region { json.append(member: "region", region.rawValue) }
                json.append(member: "reason", finding.reason.name)
                json.append(member: "message", finding.reason.description)
                if let hint = finding.hint { json.append(member: "hint", hint) }
            }
        }
    }

    mutating func add(_ error: RegionError, at position: SourcePosition) {
        errorCount += 1
        switch form {
        case .text: tell("\(position): error: \(error)\n")
        case .json:
            write { json in
                json.append(member: "severity", "error")
                json.append(position)
                json.append(member: "region", error.region.rawValue)
                json.append(member: "reason", "unusable")
                json.append(member: "message", error.reason)
            }
        }
    }

    mutating func add(_ facts: RegionFacts) {
        regionCount += 1
        switch form {
        case .text:
            tell(
                "\(facts.position): region '\(facts.region.identifier.rawValue)': "
                    + Self.description(of: facts) + "\n")
        case .json:
            write { json in
                json.append(facts.position)
                json.append(member: "region", facts.region.identifier.rawValue)
                json.append(member: "kind", facts.kind)
                json.append(member: "vertices", Double(facts.vertexCount))
                json.append(member: "area", facts.area)
                json.append(member: "inradius", facts.inradius)
                if let size = facts.size { json.append(member: "size", size.rawValue) }
                for clamp in facts.clamps { json.append(member: clamp.option.rawValue, clamp.used) }
            }
        }
    }

    /// Sums up.
    mutating func finish(fileCount: Int) {
        switch form {
        case .text:
            emit(
                counted(fileCount, "file") + ": " + counted(regionCount, "sound region") + ", "
                    + counted(errorCount, "error") + ", " + counted(warningCount, "warning") + "\n")
        case .json:
            let counts = [
                ("files", fileCount), ("regions", regionCount), ("errors", errorCount),
                ("warnings", warningCount),
            ]
            write { json in
                for (name, count) in counts { json.append(member: name, Double(count)) }
            }
        }
        output.flush()
    }

    /// Writes text for people; what would be more than text to a terminal is spelled out.
    private mutating func tell(_ text: String) { emit(text.printableLines) }

    private mutating func emit(_ text: String) {
        output.bytes.append(text: text)
        output.settle()
    }

    /// What a region is, in a line, and a line for each distance that is too deep for it.
    static func description(of facts: RegionFacts) -> String {
        var text = ""
        switch facts.region.shape {
        case .circle(let circle): text += "circle of \(Quantity.length(circle.radius))"
        case .corridor(let corridor):
            text += "corridor of \(Quantity.length(corridor.halfWidth)) to either side, "
            text += counted(facts.vertexCount, "vertex", "vertices")
        case .polygons:
            text += "\(facts.kind), " + counted(facts.vertexCount, "vertex", "vertices")
        }
        text += ", area \(Quantity.area(facts.area)), inradius \(Quantity.length(facts.inradius))"
        if let size = facts.size { text += ", a \(size.rawValue) by its size" }
        for clamp in facts.clamps {
            text +=
                "\n    \(clamp.option.optionName) \(Quantity.length(clamp.asked)) is deeper than "
            text += "half the inradius: \(Quantity.length(clamp.used)) is used"
        }
        return text
    }

    private mutating func write(_ members: (inout [UInt8]) -> Void) {
        var json: [UInt8] = []
        members(&json)
        // Each member begins with a comma; the first one's becomes the brace.
        if !json.isEmpty { json[0] = UInt8(ascii: "{") }
        json.append(text: "}\n")
        emit(String(decoding: json, as: UTF8.self))
    }
}

extension [UInt8] {
    fileprivate mutating func append(member name: String, _ text: String) {
        append(UInt8(ascii: ","))
        append(jsonString: name)
        append(UInt8(ascii: ":"))
        append(jsonString: text)
    }

    fileprivate mutating func append(member name: String, _ number: Double) {
        append(UInt8(ascii: ","))
        append(jsonString: name)
        append(UInt8(ascii: ":"))
        append(json: number)
    }

    fileprivate mutating func append(_ position: SourcePosition) {
        append(member: "file", position.file)
        append(member: "line", Double(position.line))
        append(member: "column", Double(position.column))
    }
}
