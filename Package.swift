// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of this package, held to the package's settings.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A test target named after the module it tests.
func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [])
    -> Target
{
    .testTarget(
        name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let package = Package(
    name: "fencewatch",
    products: [
        .library(name: "RegionMonitoring", targets: ["RegionMonitoring"]),
        .library(name: "RegionFiles", targets: ["RegionFiles"]),
        .library(name: "FixStreams", targets: ["FixStreams"]),
        .library(name: "EventDelivery", targets: ["EventDelivery"]),
        .library(name: "MonitoringService", targets: ["MonitoringService"]),
        // Underscored: for Benchmarks only, promised to nobody.
        .library(name: "_RegionIndex", targets: ["RegionIndex", "GEOSBridge"]),
        .executable(name: "fencewatch", targets: ["fencewatch"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "durable state (--state) and sinks sqlite:PATH"),
        .trait(name: "Webhook", description: "sinks webhook:URL, by libcurl and libcrypto"),
        .trait(name: "Zstandard", description: "inputs compressed with zstd"),
        .trait(
            name: "PostgreSQL",
            description: "regions from PostGIS and sinks postgres://HOST/DATABASE, by libpq"),
        .default(enabledTraits: ["SQLite"]),
    ],
    targets: [
        .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"])]),
        .systemLibrary(name: "CGeodesic", pkgConfig: "proj", providers: [.apt(["libproj-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CZstandard", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CSystem"),
        // Inline functions only.
        .systemLibrary(name: "CIntrinsics"),
        module("Geodesy", ["CGeodesic"]),
        module("GEOSBridge", ["CGEOS", "Geodesy"]),
        module("RegionIndex", ["GEOSBridge", "Geodesy", "CIntrinsics"]),
        module("RegionMonitoring", ["RegionIndex", "GEOSBridge", "Geodesy", "CIntrinsics"]),
        module("StrictJSON"),
        module("StrictXML", ["CExpat"]),
        module(
            "RegionFiles",
            ["RegionMonitoring", "RegionIndex", "Geodesy", "StrictJSON", "StrictXML"]),
        module(
            "FixStreams",
            [
                "RegionMonitoring", "StrictJSON", "StrictXML", "CSystem", "CZlib",
                .target(name: "CZstandard", condition: .when(traits: ["Zstandard"])),
            ]),
        module(
            "PostGISRegions",
            ["RegionFiles", .target(name: "CPQ", condition: .when(traits: ["PostgreSQL"]))]),
        module("EventDelivery", ["RegionMonitoring", "CSystem"]),
        module("SQLiteBridge", [.target(name: "CSQLite", condition: .when(traits: ["SQLite"]))]),
        module("DurableState", ["SQLiteBridge"]),
        module("SQLiteSink", ["EventDelivery", "RegionMonitoring", "SQLiteBridge"]),
        module(
            "PostgreSQLSink",
            [
                "EventDelivery", "RegionMonitoring",
                .target(name: "CPQ", condition: .when(traits: ["PostgreSQL"])),
            ]),
        module(
            "WebhookSink",
            [
                "EventDelivery", "RegionMonitoring", "StrictJSON",
                .target(name: "CCurl", condition: .when(traits: ["Webhook"])),
                .target(name: "CCrypto", condition: .when(traits: ["Webhook"])),
            ]),
        module(
            "MonitoringService",
            [
                "RegionMonitoring", "RegionIndex", "FixStreams", "RegionFiles", "EventDelivery",
                "DurableState", "CSystem",
            ]),
        module(
            "FenceWatchCommand",
            [
                "MonitoringService", "RegionMonitoring", "RegionFiles", "RegionIndex",
                "PostGISRegions",
                "FixStreams", "EventDelivery", "DurableState", "StrictJSON", "CSystem",
                "SQLiteSink",
                .target(name: "PostgreSQLSink", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "WebhookSink", condition: .when(traits: ["Webhook"])),
            ]),
        .executableTarget(
            name: "fencewatch", dependencies: ["FenceWatchCommand"], swiftSettings: strict),
        .target(
            name: "_MonitoringTestSupport",
            dependencies: ["RegionMonitoring", "RegionIndex", "Geodesy"],
            path: "Tests/_MonitoringTestSupport", swiftSettings: strict),
        tests("GeodesyTests", ["Geodesy", "_MonitoringTestSupport"]),
        tests(
            "RegionIndexTests", ["RegionIndex", "GEOSBridge", "Geodesy", "_MonitoringTestSupport"]),
        tests("RegionMonitoringTests", ["RegionMonitoring", "_MonitoringTestSupport"]),
        tests("StrictJSONTests", ["StrictJSON", "_MonitoringTestSupport"]),
        tests("StrictXMLTests", ["StrictXML"]),
        tests("PostGISRegionsTests", ["PostGISRegions"]),
        tests(
            "RegionFilesTests",
            ["RegionFiles", "RegionIndex", "RegionMonitoring", "_MonitoringTestSupport"]),
        tests(
            "FixStreamsTests",
            ["FixStreams", "RegionMonitoring", "CSystem", "_MonitoringTestSupport"]),
        .target(
            name: "_DeliveryTestSupport", dependencies: ["EventDelivery", "RegionMonitoring"],
            path: "Tests/_DeliveryTestSupport", swiftSettings: strict),
        tests(
            "EventDeliveryTests",
            ["EventDelivery", "_MonitoringTestSupport", "_DeliveryTestSupport"]),
        tests("DurableStateTests", ["DurableState", "SQLiteBridge", "_MonitoringTestSupport"]),
        tests(
            "SQLiteSinkTests",
            ["SQLiteSink", "SQLiteBridge", "EventDelivery", "_DeliveryTestSupport"]),
        tests(
            "WebhookSinkTests",
            [
                "EventDelivery", "_DeliveryTestSupport",
                .target(name: "WebhookSink", condition: .when(traits: ["Webhook"])),
            ]),
        tests(
            "SinkComplianceTests",
            [
                "EventDelivery", "RegionMonitoring", "SQLiteSink", "SQLiteBridge",
                "_DeliveryTestSupport",
                .target(name: "WebhookSink", condition: .when(traits: ["Webhook"])),
                .target(name: "PostgreSQLSink", condition: .when(traits: ["PostgreSQL"])),
            ]),
        tests("MonitoringServiceTests", ["MonitoringService", "_MonitoringTestSupport"]),
        tests(
            "DocumentationTests",
            ["RegionMonitoring", "FixStreams", "RegionFiles", "EventDelivery", "MonitoringService"]),
        tests(
            "FenceWatchTests",
            ["FenceWatchCommand", "SQLiteBridge", "_MonitoringTestSupport", "_DeliveryTestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// The fuzzers need the runtimes of sanitizers, which not each toolchain has; Tests/Fuzzing/run asks for
// them. They are part of this package for the sake of its `package` declarations.
if Context.environment["FENCEWATCH_FUZZING"] != nil {
    let folder = "Tests/Fuzzing/"
    func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies + ["FuzzSupport"], path: folder + name,
            swiftSettings: strict)
    }
    package.targets += [
        .target(name: "FuzzSupport", path: folder + "FuzzSupport", swiftSettings: strict),
        fuzzer("FuzzFixes", ["FixStreams", "RegionMonitoring"]),
        fuzzer("FuzzRegions", ["RegionFiles", "RegionIndex", "RegionMonitoring"]),
        fuzzer(
            "FuzzEngine", ["MonitoringService", "FixStreams", "EventDelivery", "RegionMonitoring"]),
    ]
}
