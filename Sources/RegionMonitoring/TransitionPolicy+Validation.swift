import Geodesy

extension TransitionPolicy {
    /// The greatest distance and accuracy, in metres, that gates work with.
    static let greatestDistance: LocationDistance = 20_000

    /// Checks ranges, and that the two gates never hold at once.
    func validate() throws(PolicyError) {
        try entry.validate(named: "entry")
        try exit.validate(named: "exit")
        guard assumedAccuracy >= 0, assumedAccuracy.isFinite else {
            throw PolicyError("assumed accuracy is \(assumedAccuracy) m; it must be 0 or greater")
        }
        if case .meters(let ceiling) = accuracyCeiling, !(ceiling >= 0) {
            throw PolicyError("accuracy ceiling is \(ceiling) m; it must be 0 or greater")
        }
        for (name, value) in [
            ("dwell", dwell), ("pass-through gap", passThroughGap), ("maximum gap", maximumGap),
            ("silence", silence),
        ] {
            if let value, value < .zero {
                throw PolicyError("\(name) is \(value); it must be 0 or longer")
            }
        }
        try refuseContradiction()
    }

    /// Refuses gates whose evidences could hold for one fix: the distance between their lines is
    /// linear in the accuracy between the limits, so its least value lies at 0, a limit or 20 km.
    private func refuseContradiction() throws(PolicyError) {
        let greatest = Self.greatestDistance
        for accuracy in [
            0, min(entry.accuracyLimit, greatest), min(exit.accuracyLimit, greatest), greatest,
        ] {
            let between =
                entry.distance + exit.distance
                + entry.accuracyFactor * min(accuracy, entry.accuracyLimit)
                + exit.accuracyFactor * min(accuracy, exit.accuracyLimit)
            guard between >= 0 else {
                throw PolicyError(
                    "the entry and exit gates contradict each other: at an accuracy of "
                        + "\(accuracy) m a fix could be evidence for inside and outside at once "
                        + "(by \(-between) m); raise a distance or an accuracy factor")
            }
        }
    }
}

extension Gate {
    fileprivate func validate(named name: String) throws(PolicyError) {
        let greatest = TransitionPolicy.greatestDistance
        guard (0...greatest).contains(distance) else {
            throw PolicyError("\(name) distance is \(distance) m; it must be 0 to \(greatest)")
        }
        guard (-1...1).contains(accuracyFactor) else {
            throw PolicyError(
                "\(name) accuracy factor is \(accuracyFactor); it must be -1 to 1")
        }
        guard accuracyLimit >= 0 else {
            throw PolicyError(
                "\(name) accuracy limit is \(accuracyLimit) m; it must be 0 or greater")
        }
        guard (0...greatest).contains(certainDistance) || certainDistance == .infinity else {
            throw PolicyError(
                "\(name) certain distance is \(certainDistance) m; it must be 0 to \(greatest), or none"
            )
        }
        guard (1...1_000_000).contains(fixes) else {
            throw PolicyError("\(name) fixes is \(fixes); it must be 1 to 1000000")
        }
        guard duration >= .zero else {
            throw PolicyError("\(name) duration is \(duration); it must be 0 or longer")
        }
        if let timeout, timeout < .zero {
            throw PolicyError("\(name) timeout is \(timeout); it must be 0 or longer")
        }
    }
}
