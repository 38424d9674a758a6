// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FleetBackend",
    dependencies: [.package(name: "fencewatch", path: "../..")],
    targets: [
        .target(name: "FleetFeed"),
        .executableTarget(
            name: "fleet-backend",
            dependencies: [
                "FleetFeed",
                .product(name: "RegionMonitoring", package: "fencewatch"),
                .product(name: "RegionFiles", package: "fencewatch"),
                .product(name: "FixStreams", package: "fencewatch"),
                .product(name: "EventDelivery", package: "fencewatch"),
                .product(name: "MonitoringService", package: "fencewatch"),
            ]),
        .executableTarget(name: "fleet-feed", dependencies: ["FleetFeed"]),
        .testTarget(
            name: "FleetBackendTests", dependencies: ["FleetFeed", "fleet-backend"]),
    ],
    swiftLanguageModes: [.v6]
)
