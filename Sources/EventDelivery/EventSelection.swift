package import RegionMonitoring

/// Which events a sink gets.
package struct EventSelection: Hashable, Sendable {
    /// The kinds; `nil`: all, and failures.
    package var kinds: Set<Kind>?

    /// The patterns of region identifiers, one of which must match; empty: all regions.
    package var regions: [Glob] = []

    /// Whether failures are left out in any case.
    package var omitsFailures = false

    /// What can be selected, under the names that the command line has for it.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case enter
        case exit
        case dwell
        case state
        case failure

        init(_ kind: RegionEvent.Kind) {
            switch kind {
            case .didEnterRegion: self = .enter
            case .didExitRegion: self = .exit
            case .didDwellInRegion: self = .dwell
            case .didDetermineState: self = .state
            }
        }
    }

    /// Selects everything.
    package init() {}

    /// Whether nothing is left out.
    package var isEverything: Bool { kinds == nil && regions.isEmpty && !omitsFailures }

    /// Whether the sink gets this event.
    package func contains(_ event: RegionEvent) -> Bool {
        if let kinds, !kinds.contains(Kind(event.kind)) { return false }
        return matches(event.region)
    }

    /// Whether the sink gets this failure; one about no known region counts for all regions.
    package func contains(_ failure: MonitoringFailure) -> Bool {
        if omitsFailures { return false }
        if let kinds, !kinds.contains(.failure) { return false }
        guard let region = failure.region else { return true }
        return matches(region)
    }

    /// Whether the sink gets this record. A visit has a region and no kind; a fix is of no region.
    package func contains(_ record: OutputRecord) -> Bool {
        switch record.content {
        case .event(let event): contains(event)
        case .visit(let visit): matches(visit.region)
        case .fix: true
        case .failure(let failure): contains(failure)
        }
    }

    private func matches(_ region: RegionID) -> Bool {
        regions.isEmpty || regions.contains { $0.matches(region.rawValue) }
    }
}
