// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with: a warning stops the build, and unsafe constructs have to be marked.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "tabpipe",
    platforms: [.macOS("26.0")],
    products: [
        .executable(name: "tabpipe", targets: ["tabpipe"]),
        .library(name: "Pipeline", targets: ["Pipeline"]),
        .library(name: "SourcesRemote", targets: ["SourcesRemote"]),
        .library(name: "Sinks", targets: ["Sinks"]),
        .library(name: "Commands", targets: ["Commands"]),
    ],
    targets: [
        // Leaves: they import nothing and know nothing of records.
        // libm holds what the standard library's Double.rounded() calls on Linux.
        .target(
            name: "JSONParsing", swiftSettings: strict, linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "HTMLParsing", swiftSettings: strict),
        .target(name: "JSONQuery", dependencies: ["JSONParsing"], swiftSettings: strict),

        .target(name: "Pipeline", dependencies: ["JSONParsing", "HTMLParsing", "JSONQuery"], swiftSettings: strict),
        .target(name: "SourcesRemote", dependencies: ["Pipeline"], path: "Sources/Sources-Remote", swiftSettings: strict),
        .target(name: "Sinks", dependencies: ["Pipeline"], swiftSettings: strict),
        .target(
            name: "Commands", dependencies: ["Pipeline", "SourcesRemote", "Sinks"], path: "Sources/tabpipe/Commands",
            swiftSettings: strict),
        .executableTarget(
            name: "tabpipe", dependencies: ["Commands"], path: "Sources/tabpipe/Program", swiftSettings: strict),

        // Not a test target: what several of them use.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "JSONParsingTests", dependencies: ["JSONParsing", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "HTMLParsingTests", dependencies: ["HTMLParsing", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "JSONQueryTests", dependencies: ["JSONQuery", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "PipelineTests", dependencies: ["Pipeline", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "SourcesRemoteTests", dependencies: ["SourcesRemote", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "SinksTests", dependencies: ["Sinks", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "SiteTests", dependencies: ["TestSupport", "HTMLParsing", "Pipeline", "Sinks", "Commands"], swiftSettings: strict),
        .testTarget(name: "CommandTests", dependencies: ["tabpipe", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PluginTests", dependencies: ["Pipeline", "SourcesRemote", "Sinks", "Commands", "TestSupport"], swiftSettings: strict),
    ]
)
