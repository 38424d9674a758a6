// swift-tools-version: 6.2
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// S2 is a peer to measure against where it is installed (Debian: libs2-dev), and left out where not.
let s2: [LinkerSetting] =
    FileManager.default.fileExists(atPath: "/usr/include/s2/mutable_s2shape_index.h")
    ? [.linkedLibrary("s2"), .linkedLibrary("absl_base")] : []

// So is simdjson (libsimdjson-dev).
let simdjson: [LinkerSetting] =
    FileManager.default.fileExists(atPath: "/usr/include/simdjson.h")
    ? [.linkedLibrary("simdjson")] : []

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "fencewatch", path: "..")],
    targets: [
        .target(name: "Workloads", swiftSettings: strict),
        .executableTarget(
            name: "write-workload", dependencies: ["Workloads"], swiftSettings: strict),
        .target(
            name: "CPeers",
            linkerSettings: [.linkedLibrary("geos_c"), .linkedLibrary("proj")] + s2 + simdjson),
        .target(
            name: "Contenders",
            dependencies: [
                "CPeers", "Workloads",
                .product(name: "RegionMonitoring", package: "fencewatch"),
                .product(name: "RegionFiles", package: "fencewatch"),
            ], swiftSettings: strict),
        .target(name: "CMeasuring"),
        .target(name: "Measuring", dependencies: ["CMeasuring"], swiftSettings: strict),
        .executableTarget(
            name: "benchmark",
            dependencies: [
                "Contenders", "Measuring", "Workloads",
                .product(name: "RegionMonitoring", package: "fencewatch"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "instruction-probe", dependencies: ["Contenders", "Measuring"],
            swiftSettings: strict),
        .testTarget(name: "WorkloadsTests", dependencies: ["Workloads"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
