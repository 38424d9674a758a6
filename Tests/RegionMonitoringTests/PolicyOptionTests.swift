import RegionMonitoring
import Testing

@Suite struct PolicyOptionTests {
    @Test func namesFollowTheCommandLine() {
        let expected = """
            preset enter-distance exit-distance enter-accuracy-factor exit-accuracy-factor \
            enter-accuracy-limit exit-accuracy-limit enter-fixes exit-fixes enter-duration \
            exit-duration enter-certain-distance exit-certain-distance enter-timeout exit-timeout \
            accuracy-ceiling assumed-accuracy dwell silence maximum-gap pass-through \
            pass-through-gap assume initial-trigger
            """
        #expect(PolicyOption.allCases.map(\.optionName).joined(separator: " ") == expected)
        #expect(PolicyOption.allCases.allSatisfy { !$0.summary.isEmpty })
        #expect(PolicyOption.allCases.filter { $0.valueName == nil } == [.passThrough])
    }

    @Test func eachOptionSetsItsOwnValue() throws {
        var all = PolicyOverrides()
        for option in PolicyOption.allCases {
            let value: PolicyValue =
                switch option {
                case .preset: .text("site")
                case .passThrough: .flag(true)
                case .assume: .text("inside")
                case .initialTrigger: .text("enter,exit")
                default: .number(1)
                }
            var one = PolicyOverrides()
            try one.set(option, to: value)
            #expect(one != PolicyOverrides(), "\(option)")
            let before = all
            try all.set(option, to: value)
            #expect(all != before, "\(option)")
        }
        #expect(all.preset == .site)
        #expect(all.entry == all.exit)
        #expect(all.entry.distance == 1)
        #expect(all.entry.accuracyFactor == 1)
        #expect(all.entry.accuracyLimit == 1)
        #expect(all.entry.fixes == 1)
        #expect(all.entry.duration == .seconds(1))
        #expect(all.entry.certainDistance == 1)
        #expect(all.entry.timeout == .some(.seconds(1)))
        #expect(all.accuracyCeiling == .meters(1))
        #expect(all.assumedAccuracy == 1)
        #expect(all.dwell == .some(.seconds(1)))
        #expect(all.silence == .some(.seconds(1)))
        #expect(all.maximumGap == .some(.seconds(1)))
        #expect(all.passThroughGap == .some(.seconds(1)))
        #expect(all.passThrough == true)
        #expect(all.assumedState == .inside)
        #expect(all.initialTrigger == [.enter, .exit])
    }

    @Test(
        arguments: [
            (.text("20"), .seconds(20)), (.text("20s"), .seconds(20)),
            (.text("5m"), .seconds(300)), (.text("2h"), .seconds(7200)),
            (.text("1.5s"), .milliseconds(1500)), (.number(20), .seconds(20)),
            (.number(0.0000015), .microseconds(2)), (.text("0.000001"), .microseconds(1)),
            (.text("0"), nil), (.text("0s"), nil), (.text("none"), nil), (.number(0), nil),
        ] as [(PolicyValue, Duration?)])
    func readsDurations(_ value: PolicyValue, _ expected: Duration?) throws {
        var overrides = PolicyOverrides()
        for option in [
            PolicyOption.dwell, .silence, .maximumGap, .passThroughGap, .enterTimeout, .exitTimeout,
            .enterDuration, .exitDuration,
        ] {
            try overrides.set(option, to: value)
        }
        #expect(overrides.dwell == .some(expected))
        #expect(overrides.silence == .some(expected))
        #expect(overrides.maximumGap == .some(expected))
        #expect(overrides.passThroughGap == .some(expected))
        #expect(overrides.entry.timeout == .some(expected))
        #expect(overrides.exit.timeout == .some(expected))
        #expect(overrides.entry.duration == expected ?? .zero)
        #expect(overrides.exit.duration == expected ?? .zero)
    }

    @Test(arguments: [PolicyValue.text("none"), .text("0"), .number(0)])
    func offMeansNoLimit(_ value: PolicyValue) throws {
        var overrides = PolicyOverrides()
        for option in [
            PolicyOption.enterAccuracyLimit, .exitCertainDistance, .accuracyCeiling,
        ] {
            try overrides.set(option, to: value)
        }
        #expect(overrides.entry.accuracyLimit == .infinity)
        #expect(overrides.exit.certainDistance == .infinity)
        // Spelled out: `.none` would be that of Optional.
        #expect(overrides.accuracyCeiling == TransitionPolicy.AccuracyCeiling.none)
    }

    @Test func readsWords() throws {
        var overrides = PolicyOverrides()
        try overrides.set(.accuracyCeiling, to: .text("auto"))
        #expect(overrides.accuracyCeiling == .auto)
        for (name, preset) in [
            ("core-location", PolicyPreset.coreLocation), ("coreLocation", .coreLocation),
            ("esri-contains-then-disjoint", .esriContainsThenDisjoint),
            ("esriContainsThenDisjoint", .esriContainsThenDisjoint), ("fleet", .fleet),
        ] {
            try overrides.set(.preset, to: .text(name))
            #expect(overrides.preset == preset)
        }
        try overrides.set(.initialTrigger, to: .list(["dwell", "enter"]))
        #expect(overrides.initialTrigger == [.enter, .dwell])
        for value in [PolicyValue.text("none"), .text(""), .list([])] {
            try overrides.set(.initialTrigger, to: .text("exit"))
            try overrides.set(.initialTrigger, to: value)
            #expect(overrides.initialTrigger == [])
        }
    }

    @Test(
        arguments: [
            (
                .enterDistance, .text("far"),
                "enterDistance is 'far'; it must be a number of metres, 0 to 20000"
            ),
            (
                .enterDistance, .number(20_001),
                "enterDistance is 20001; it must be a number of metres, 0 to 20000"
            ),
            (
                .exitDistance, .number(-1),
                "exitDistance is -1; it must be a number of metres, 0 to 20000"
            ),
            (
                .exitDistance, .text("nan"),
                "exitDistance is 'nan'; it must be a number of metres, 0 to 20000"
            ),
            (
                .exitDistance, .text("0x10"),
                "exitDistance is '0x10'; it must be a number of metres, 0 to 20000"
            ),
            (
                .exitDistance, .text(" 1"),
                "exitDistance is ' 1'; it must be a number of metres, 0 to 20000"
            ),
            (
                .exitDistance, .text("none"),
                "exitDistance is 'none'; it must be a number of metres, 0 to 20000"
            ),
            (
                .exitDistance, .flag(true),
                "exitDistance is true; it must be a number of metres, 0 to 20000"
            ),
            (
                .enterAccuracyFactor, .number(1.5),
                "enterAccuracyFactor is 1.5; it must be a number from -1 to 1"
            ),
            (
                .exitAccuracyLimit, .number(-1),
                "exitAccuracyLimit is -1; it must be a number of metres, 0 or greater, or none"
            ),
            (
                .enterCertainDistance, .text("auto"),
                "enterCertainDistance is 'auto'; it must be a number of metres, 0 to 20000, or none"
            ),
            (
                .accuracyCeiling, .text("1e999"),
                "accuracyCeiling is '1e999'; it must be a number of metres, 0 or greater, auto or none"
            ),
            (.enterFixes, .number(0), "enterFixes is 0; it must be a whole number, 1 to 1000000"),
            (.exitFixes, .number(1.5), "exitFixes is 1.5; it must be a whole number, 1 to 1000000"),
            (
                .dwell, .text("5x"),
                "dwell is '5x'; it must be a duration such as 20, 20s, 5m or 2h, or none"
            ),
            (
                .dwell, .text("s"),
                "dwell is 's'; it must be a duration such as 20, 20s, 5m or 2h, or none"
            ),
            (
                .dwell, .text(""),
                "dwell is ''; it must be a duration such as 20, 20s, 5m or 2h, or none"
            ),
            (
                .silence, .number(-1),
                "silence is -1; it must be a duration such as 20, 20s, 5m or 2h, or none"
            ),
            (
                .silence, .text("1e300h"),
                "silence is '1e300h'; it must be a duration such as 20, 20s, 5m or 2h, or none"
            ),
            (.passThrough, .text("yes"), "passThrough is 'yes'; it must be true or false"),
            (.assume, .text("in"), "assume is 'in'; it must be unknown, outside or inside"),
            (
                .initialTrigger, .list(["enter", "leave"]),
                "initialTrigger is ['enter', 'leave']; it must be enter, exit and dwell, any of them, with commas between, or none"
            ),
            (
                .initialTrigger, .text("enter,"),
                "initialTrigger is 'enter,'; it must be enter, exit and dwell, any of them, with commas between, or none"
            ),
            (
                .preset, .text("core_location"),
                "preset is 'core_location'; it must be one of immediate, site, zone, fleet, core-location, android, windows, home-assistant, esri-intersects, esri-contains, esri-contains-then-disjoint"
            ),
        ] as [(PolicyOption, PolicyValue, String)])
    func refuses(_ option: PolicyOption, _ value: PolicyValue, _ expected: String) {
        var overrides = PolicyOverrides()
        #expect(throws: PolicyError(expected)) { try overrides.set(option, to: value) }
        #expect(overrides == PolicyOverrides())
    }

    @Test func namesTheOptionAsAsked() {
        var overrides = PolicyOverrides()
        #expect(throws: PolicyError("--exit-fixes is 'x'; it must be a whole number, 1 to 1000000"))
        {
            try overrides.set(.exitFixes, to: .text("x"), named: "--exit-fixes")
        }
    }

    @Test(arguments: [
        ("enterDistnace", "enterDistance"), ("exitdistance", "exitDistance"), ("dwel", "dwell"),
        ("colour", nil), ("", nil), (String(repeating: "x", count: 100_000), nil),
    ])
    func findsTheNearestName(_ typed: String, _ expected: String?) {
        #expect(nearestName(to: typed, among: PolicyOption.allCases.map(\.rawValue)) == expected)
    }
}
