import EventDelivery

extension Settings {
    /// Refuses options that make no sense together, before anything is opened.
    func validateForWatch() throws(UsageError) {
        if regionFiles.isEmpty {
            throw UsageError("there are no regions: name a file with --regions")
        }
        if fromEnd, !follows { throw UsageError("--from-end is of use with --follow only") }
        if operands.count(where: { $0 == "-" }) > 1 {
            throw UsageError("standard input ('-') is named twice")
        }
        if let operand = operands.first(where: { $0.contains("://") }) {
            let scheme = operand.prefix { $0 != ":" }
            throw UsageError("input '\(operand)': \(scheme) inputs are not built in")
        }
        var names: Set<String> = []
        for sink in sinks where !names.insert(sink.name).inserted {
            throw UsageError("sink '\(sink.name)' is named twice")
        }
    }
}
