import RegionFiles
import RegionMonitoring
import Testing

@Suite struct RegionPropertiesTests {
    @Test func readsWhatMeansSomething() throws {
        let file = read(
            collection(
                feature(
                    properties: """
                        {"name":"Dep\\u00f4t","notifyOnEntry":false,"notifyOnExit":true,\
                        "notifyOnDwell":null,"zone":"Newark Airport","radius":5,\
                        "tags":{ "a" : [1, 2.50, "x y\\" z"],\n"b":null }}
                        """)))
        let region = try #require(file.regions.first)
        #expect(region.name == "Dep\u{F4}t")
        #expect(!region.notifyOnEntry)
        #expect(region.notifyOnExit)
        #expect(region.notifyOnDwell)
        #expect(region.policy == PolicyOverrides())
        #expect(
            region.properties == [
                "zone": "\"Newark Airport\"", "radius": "5",
                "tags": #"{"a":[1,2.50,"x y\" z"],"b":null}"#,
            ])
    }

    @Test func takesNoneForAll() throws {
        for properties in [nil, "null", "{}"] {
            let region = try #require(read(feature(properties: properties)).regions.first)
            #expect(region.name == nil)
            #expect(region.notifyOnEntry && region.notifyOnExit && region.notifyOnDwell)
            #expect(region.properties == [:])
        }
    }

    @Test func takesTheLastOfARepeatedName() throws {
        let region = try #require(
            read(
                feature(
                    properties:
                        #"{"name":"a","zone":1,"notifyOnExit":false,"name":"b","zone":2,"notifyOnExit":true}"#
                )
            ).regions.first)
        #expect(region.name == "b")
        #expect(region.properties == ["zone": "2"])
        #expect(region.notifyOnExit)
    }

    @Test func keepsANameThatIsNoText() throws {
        let region = try #require(
            read(feature(properties: #"{"name":["a"]}"#)).regions.first)
        #expect(region.name == nil)
        #expect(region.properties == ["name": #"["a"]"#])
    }

    @Test(arguments: [
        (
            "{\"notifyOnEntry\":^\"no\"}",
            "'properties.notifyOnEntry' is \"no\"; it must be true or false"
        ),
        ("{\"notifyOnExit\":^0}", "'properties.notifyOnExit' is 0; it must be true or false"),
        (
            "{\"notifyOnDwell\":^[]}",
            "'properties.notifyOnDwell' is an array; it must be true or false"
        ),
        ("^[]", "'properties' is an array; it must be an object or null"),
        ("^123", "'properties' is 123; it must be an object or null"),
        (
            "{\"policy\":^\"site\"}",
            "'properties.policy' is \"site\"; it must be an object or null"
        ),
        (
            "{\"policy\":{^\"enterDistnace\":5}}",
            "the policy has no value 'enterDistnace'; did you mean 'enterDistance'?"
        ),
        (
            "{\"policy\":{^\"enter-distance\":5}}",
            "the policy has no value 'enter-distance'; did you mean 'enterDistance'?"
        ),
        ("{\"policy\":{^\"colour\":5}}", "the policy has no value 'colour'"),
        (
            "{\"policy\":{\"enterDistance\":^-5}}",
            "policy: enterDistance is -5; it must be a number of metres, 0 to 20000"
        ),
        (
            "{\"policy\":{\"dwell\":^\"5 minutes\"}}",
            "policy: dwell is '5 minutes'; it must be a duration such as 20, 20s, 5m or 2h, or none"
        ),
        (
            "{\"policy\":{\"preset\":^\"depot\"}}",
            "policy: preset is 'depot'; it must be one of immediate, site, zone, fleet, core-location, android, windows, home-assistant, esri-intersects, esri-contains, esri-contains-then-disjoint"
        ),
        (
            "{\"policy\":{\"dwell\":^{}}}",
            "'policy.dwell' is an object; it must be a finite number, a text or true or false"
        ),
        (
            "{\"policy\":{\"dwell\":^1e999}}",
            "'policy.dwell' is 1e999; it must be a finite number, a text or true or false"
        ),
        (
            "{\"policy\":{\"initialTrigger\":^[1]}}",
            "'policy.initialTrigger' is an array; it must be a finite number, a text or true or false"
        ),
        (
            "{\"policy\":{\"passThrough\":^1}}",
            "policy: passThrough is 1; it must be true or false"
        ),
    ])
    func refuses(_ properties: String, _ expected: String) {
        expectRefusal(marked: feature(properties: properties), expected)
    }

    @Test func readsAPolicy() throws {
        let region = try #require(
            read(
                feature(
                    properties: """
                        {"policy":{"preset":"coreLocation","enterDistance":20,"exitDistance":30.5,\
                        "enterAccuracyFactor":-0.5,"exitAccuracyFactor":1,"enterAccuracyLimit":"none",\
                        "exitAccuracyLimit":100,"enterFixes":2,"exitFixes":3,"enterDuration":"20s",\
                        "exitDuration":5,"enterCertainDistance":0,"exitCertainDistance":500,\
                        "enterTimeout":"5m","exitTimeout":"none","accuracyCeiling":"auto",\
                        "assumedAccuracy":15,"dwell":"2h","silence":null,"maximumGap":"none",\
                        "passThrough":true,"passThroughGap":"10m","assume":"outside",\
                        "initialTrigger":["enter","dwell"]}}
                        """)
            ).regions.first)
        var expected = PolicyOverrides(preset: .coreLocation)
        expected.entry.distance = 20
        expected.exit.distance = 30.5
        expected.entry.accuracyFactor = -0.5
        expected.exit.accuracyFactor = 1
        expected.entry.accuracyLimit = .infinity
        expected.exit.accuracyLimit = 100
        expected.entry.fixes = 2
        expected.exit.fixes = 3
        expected.entry.duration = .seconds(20)
        expected.exit.duration = .seconds(5)
        expected.entry.certainDistance = .infinity
        expected.exit.certainDistance = 500
        expected.entry.timeout = .some(.seconds(300))
        expected.exit.timeout = .some(nil)
        expected.accuracyCeiling = .auto
        expected.assumedAccuracy = 15
        expected.dwell = .some(.seconds(7200))
        expected.maximumGap = .some(nil)
        expected.passThrough = true
        expected.passThroughGap = .some(.seconds(600))
        expected.assumedState = .outside
        expected.initialTrigger = [.enter, .dwell]
        #expect(region.policy == expected)
        #expect(region.properties == [:])
    }
}
