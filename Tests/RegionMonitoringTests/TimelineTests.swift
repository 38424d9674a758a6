import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// The sixteen worked timelines of the event semantics, each as the page writes it.
///
/// A circle `depot` of 100 m around the origin unless said; fixes are (seconds, metres east), 5 m accurate;
/// what is told is `timestamp/decidedAt`.
@Suite struct TimelineTests {
    @Test(arguments: Engine.allCases) func t01_immediateFromUnknown(_ engine: Engine) throws {
        // Outside at first sight is no news.
        #expect(
            try engine.play("(0,-300) (60,-150) (120,50) (180,60) (240,250)", .immediate)
                == ["enter 75/120", "exit 192.632/240 visit 117.632"])
    }

    @Test(arguments: Engine.allCases) func t02_firstFixInside(_ engine: Engine) throws {
        let fixes = "(0,0) (60,300)"
        #expect(
            try engine.play(fixes, .immediate) == ["inside 0/0 initial", "exit 20/60 visit 20"])
        #expect(
            try engine.play(fixes, .immediate.outside) == ["enter 0/0", "exit 20/60 visit 20"])
        #expect(
            try engine.play(fixes, .android(loiteringDelay: nil))
                == ["inside 0/0 initial", "enter 0/0", "exit 20/60 visit 20"])
    }

    @Test(arguments: Engine.allCases) func t03_cushionOfTwentyMetresForTwentySeconds(
        _ engine: Engine
    ) throws {
        // Not at 38, after 18 s; and 120 falls back into the cushion and restarts the 20 s.
        #expect(
            try engine.play(Self.cushionedWalk, .coreLocation(cushion: 20))
                == ["enter 9.091/40", "exit 96/150 visit 86.909"])
    }

    static let cushionedWalk = """
        (0,-200) (10,-90) (20,-70) (30,-60) (38,-50) (40,-40) (100,110) (110,130) (120,115) (130,125) \
        (140,140) (150,160)
        """

    @Test(arguments: Engine.allCases) func t04_jitter(_ engine: Engine) throws {
        let fixes = "(0,90) (10,104) (20,97) (30,108) (40,95)"
        #expect(
            try engine.play(fixes, .immediate.outside)
                == [
                    "enter 0/0", "exit 7.143/10 visit 7.143", "enter 15.714/20",
                    "exit 22.727/30 visit 7.013", "enter 36.154/40",
                ])
        #expect(try engine.play(fixes, .fleet.outside) == [])
    }

    @Test(arguments: Engine.allCases) func t05_overConfidentGlitch(_ engine: Engine) throws {
        let fixes = "(0,8.2) (12,200.2,1.9) (24,9.6) (79,198.1,1.7) (100,10.1) (200,150) (210,230)"
        let small = [Timeline.Site(radius: 50)]
        #expect(
            try engine.play(fixes, .fleet.outside, small)
                == ["enter 0/0", "exit 128.52/210 visit 128.52"])
        #expect(try engine.play(fixes, .immediate.outside, small).count == 6)
    }

    @Test(arguments: Engine.allCases) func t06_poorAccuracy(_ engine: Engine) throws {
        #expect(
            try engine.play(
                "(0,0) (60,120,150) (120,200) (180,140,90) (240,260)", .fleet.outside,
                [Timeline.Site(radius: 50)])
                == ["enter 0/0", "exit 30/240 visit 30"])
    }

    @Test(arguments: Engine.allCases) func t07_passThrough(_ engine: Engine) throws {
        let through = PolicyOverrides.passThrough(within: .seconds(600))
        let fixes = "(0,-500) (60,500)"
        let both = ["enter 24/60 segment", "exit 36/60 segment visit 12"]
        let on = PolicyChoice.immediate.outside.applying(through)
        #expect(try engine.play(fixes, on) == both)
        #expect(try engine.play(fixes, .immediate.outside) == [])
        #expect(try engine.play("(0,-500) (1200,500)", on) == [])
        let cushioned = PolicyChoice.coreLocation(cushion: 20).outside.applying(through)
        #expect(
            try engine.play(fixes, cushioned, [Timeline.Site(radius: 200)])
                == ["enter 18/60 segment", "exit 42/60 segment visit 24"])
        // Twelve seconds are too short.
        #expect(try engine.play(fixes, cushioned) == [])
    }

    @Test(arguments: Engine.allCases) func t08_dwell(_ engine: Engine) throws {
        var dwell = PolicyOverrides()
        dwell.dwell = .seconds(300)
        #expect(
            try engine.play(
                "(0,-200) (40,0) (100,10) advance(400) (460,20) (500,400)",
                .immediate.outside.applying(dwell))
                == ["enter 20/40", "dwell 320/400", "exit 468.421/500 visit 448.421"])
    }

    @Test(arguments: Engine.allCases) func t09_lateDuplicateReorder(_ engine: Engine) throws {
        #expect(
            try engine.play(
                "(0,-300) (60,0) (30,-150) (60,0) (120,300) (90,10)", .immediate.outside)
                == [
                    "enter 40/60", "late 30", "duplicate 60", "exit 80/120 visit 40", "late 90",
                ])
        let shuffled = "(0,-300) (60,-150) (90,300) (75,0) (120,400)"
        #expect(try engine.play(shuffled, .immediate.outside) == ["late 75"])
        var reorder = LocationFilter(keepsNullIsland: true)
        reorder.reorderWindow = .seconds(30)
        #expect(
            try engine.play(shuffled, .immediate.outside, filter: reorder)
                == ["enter 65/75", "exit 80/90 visit 15"])
    }

    @Test(arguments: Engine.allCases) func t10_editAndRemoval(_ engine: Engine) throws {
        #expect(
            try engine.play(
                "(0,80) r=50 (60,80) r=200 (120,80) advance(130) remove (180,80)",
                .immediate.outside)
                == [
                    "enter 0/0", "outside 60/60 regionChanged", "inside 120/120 regionChanged",
                    "unmonitored 130/130 removed visit 10",
                ])
    }

    @Test(arguments: Engine.allCases) func t11_silence(_ engine: Engine) throws {
        var silent = PolicyOverrides()
        silent.silence = .seconds(600)
        silent.maximumGap = .seconds(600)
        // The gap is too long for a crossing in its middle.
        #expect(
            try engine.play(
                "(0,0) advance(300) advance(700) (900,10) advance(1600) (1700,400)",
                .immediate.outside.applying(silent))
                == [
                    "enter 0/0", "unknown 600/700 silent", "inside 900/900 resumed",
                    "unknown 1500/1600 silent", "exit 1700/1700 visit 1700",
                ])
    }

    @Test(arguments: Engine.allCases) func t12_adjoiningRegions(_ engine: Engine) throws {
        #expect(
            try engine.play(
                "(0,0) (100,200)", .immediate.outside,
                [Timeline.Site(name: "a"), Timeline.Site(name: "b", x: 200)])
                == ["enter a 0/0", "exit a 50/100 visit 50", "enter b 50/100"])
    }

    @Test func t13_restartInPendingEntry() throws {
        // A restart after the third fix, as after any other, goes unseen.
        let policy = PolicyChoice.coreLocation(cushion: 20)
        #expect(
            try Engine.restarted.play(Self.cushionedWalk, policy)
                == Engine.monitor.play(Self.cushionedWalk, policy))
    }

    @Test(arguments: Engine.allCases) func t14_certainAndTimeout(_ engine: Engine) throws {
        #expect(
            try engine.play("(0,-300) (20,-90) (50,-95) (100,800)", .site.outside)
                == ["enter 19.048/50", "exit 60.894/100 visit 41.846"])
        #expect(
            try engine.play("(0,0) (60,150) advance(350) advance(500)", .site.outside)
                == ["enter 0/0", "exit 40/500 timeout visit 40"])
    }

    @Test(arguments: Engine.allCases) func t15_ceilingAndAssumedAccuracy(_ engine: Engine) throws {
        let small = [Timeline.Site(radius: 50)]
        let hopeless = "(0,-500) (60,10,2000) (120,-400)"
        #expect(try engine.play(hopeless, .site.outside, small) == [])
        // A false visit.
        #expect(try engine.play(hopeless, .immediate.outside, small).count == 2)
        // 30 m outside is not beyond 20 m + 15 m.
        #expect(
            try engine.play("(0,0,?) (10,80,?) (20,80,?)", .site.outside, small) == ["enter 0/0"])
    }

    @Test(arguments: Engine.allCases) func t16_aLargeRegionIsAZone(_ engine: Engine) throws {
        let fixes = "(0,-2500) (60,-1995) (120,-2600) (180,-2700)"
        let large = [Timeline.Site(radius: 2000)]
        #expect(
            try engine.play(fixes, .fleet.outside, large)
                == ["enter 59.406/60", "exit 60.496/120 visit 1.09"])
        #expect(try engine.play(fixes, .site.outside, large) == [])
    }
}

extension PolicyChoice {
    /// The policy, taking a device never seen for outside.
    var outside: PolicyChoice {
        var overrides = PolicyOverrides()
        overrides.assumedState = .outside
        return applying(overrides)
    }
}

extension PolicyOverrides {
    static func passThrough(within gap: Duration) -> PolicyOverrides {
        var overrides = PolicyOverrides()
        overrides.passThrough = true
        overrides.passThroughGap = gap
        return overrides
    }
}
