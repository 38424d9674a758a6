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
        .trait(name: "SQLite", description: "the store of durable state, in SQLite"),
        .trait(name: "Zstandard", description: "inputs compressed with zstd"),
        .trait(
            name: "PostgreSQL", description: "regions from PostGIS (-r postgres://...), by libpq"),
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
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
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
        module("EventDelivery", ["RegionMonitoring"]),
        module("SQLiteBridge", [.target(name: "CSQLite", condition: .when(traits: ["SQLite"]))]),
        module("DurableState", ["SQLiteBridge"]),
        module(
            "MonitoringService",
            ["RegionMonitoring", "FixStreams", "RegionFiles", "EventDelivery", "CSystem"]),
        module(
            "FenceWatchCommand",
            [
                "MonitoringService", "RegionMonitoring", "RegionFiles", "RegionIndex",
                "PostGISRegions",
                "FixStreams", "EventDelivery", "StrictJSON", "CSystem",
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
        tests("EventDeliveryTests", ["EventDelivery", "_MonitoringTestSupport"]),
        tests("DurableStateTests", ["DurableState", "SQLiteBridge", "_MonitoringTestSupport"]),
        tests("MonitoringServiceTests", ["MonitoringService", "_MonitoringTestSupport"]),
        tests(
            "DocumentationTests",
            ["RegionMonitoring", "FixStreams", "RegionFiles", "EventDelivery", "MonitoringService"]),
        tests("FenceWatchTests", ["FenceWatchCommand", "_MonitoringTestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
