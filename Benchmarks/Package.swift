// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS("26.0")],
    dependencies: [.package(name: "tabpipe", path: "..")],
    targets: [
        .executableTarget(name: "Benchmarks", dependencies: [.product(name: "Pipeline", package: "tabpipe")]),
        .executableTarget(
            name: "HTTPBenchmark",
            dependencies: [.product(name: "HTTP", package: "tabpipe"), .product(name: "WebAddresses", package: "tabpipe")]),
        .executableTarget(
            name: "Instructions",
            dependencies: [.product(name: "TabpipeCommands", package: "tabpipe"), .product(name: "Pipeline", package: "tabpipe")]),
    ]
)
