// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "fencewatch", path: "..")],
    targets: [
        .target(name: "Workloads"),
        .executableTarget(name: "write-workload", dependencies: ["Workloads"]),
        .testTarget(name: "WorkloadsTests", dependencies: ["Workloads"]),
    ],
    swiftLanguageModes: [.v6]
)
