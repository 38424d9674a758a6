import EventDelivery
import FixStreams
import MonitoringService

extension Settings {
    /// Refuses options that make no sense together, before anything is opened.
    func validateForWatch() throws(UsageError) {
        if fromEnd, !follows { throw UsageError("--from-end is of use with --follow only") }
        try validateInputs()
        try validateShape()
        var names: Set<String> = []
        for sink in sinks {
            if !names.insert(sink.name).inserted {
                throw UsageError("sink '\(sink.name)' is named twice")
            }
            do throws(SinkSpecificationError) {
                try sink.validate()
            } catch {
                throw UsageError(error.description)
            }
            if shape.emission != .events, sink.target.takesEventsOnly {
                throw UsageError(
                    "sink '\(sink.name)' takes events only, not --emit \(shape.emission.rawValue)")
            }
            let missing = sink.target.neededProperties.first { name in
                !shape.regionProperties.contains(name)
            }
            if let missing {
                throw UsageError(
                    "sink '\(sink.name)' needs the property '\(missing)': add it to --properties")
            }
        }
    }

    /// Refuses regions and inputs that cannot be read.
    func validateInputs() throws(UsageError) {
        if regionFiles.isEmpty {
            throw UsageError("there are no regions: name a file with --regions")
        }
        if operands.count(where: { $0 == "-" }) > 1 {
            throw UsageError("standard input ('-') is named twice")
        }
        if let operand = operands.first(where: { $0.contains("://") }) {
            let scheme = operand.prefix { $0 != ":" }
            throw UsageError("input '\(operand)': \(scheme) inputs are not built in")
        }
    }

    /// Refuses what the chosen lines cannot carry, or cannot be selected by.
    private func validateShape() throws(UsageError) {
        let emission = shape.emission
        var taken = ["timestamp", "lat", "lon", "accuracy"]
        if emission == .fixes { taken += ["device", "regions"] }
        if let name = reading.carriedMembers.first(where: taken.contains) {
            throw UsageError("--fix-properties: a fix that goes out has '\(name)' already")
        }
        if emission == .visits, shape.carriesFixMembers {
            throw UsageError("--fix-properties is of no use with --emit visits: they have no fix")
        }
        if emission == .fixes, !shape.regionProperties.isEmpty {
            throw UsageError("--properties is of no use with --emit fixes")
        }
        if emission != .events, sinks.contains(where: { $0.options.selection.kinds != nil }) {
            throw UsageError("--sink-events is of use with --emit events only")
        }
        if emission == .fixes, sinks.contains(where: { !$0.options.selection.regions.isEmpty }) {
            throw UsageError("--sink-regions is of no use with --emit fixes")
        }
    }
}
