// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, apart from the package so that nobody builds them in passing: make fuzz.
let package = Package(
    name: "fencewatch-fuzzing",
    dependencies: [.package(name: "fencewatch", path: "..")],
    targets: [
        .executableTarget(
            name: "FuzzFixes",
            dependencies: [
                .product(name: "FixStreams", package: "fencewatch"),
                .product(name: "RegionMonitoring", package: "fencewatch"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
