// swift-tools-version: 6.2
import PackageDescription

// In a release build for Linux, the program contains Swift's libraries. It runs on machines without Swift, and a run that builds objects
// takes a tenth less time, because calls of the runtime are direct. `TABPIPE_STATIC=off` links to shared libraries instead: for toolchains
// without static libraries, for `swift test -c release` (its tests would be linked as the program is), and for musl.
//
// lld does not warn about functions of libraries that are loaded at run time. `-static-stdlib` exports all symbols; `--no-export-dynamic`
// undoes that. `--icf=all` keeps one of functions with equal code: nothing compares the addresses of functions.
let isOneFile = Context.environment["TABPIPE_STATIC"] != "off"
let whereOneFile = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
let oneFile = ["-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all"]

/// The settings of every target: a warning stops the build, and unsafe constructs must be marked.
let checked: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of all targets but TestSupport. In a release build, nothing reads debug information: the archive has none. SwiftPM's own `-g`
/// comes last, so that only the frontend can refuse it. With a section for each function, the linker drops what nothing calls.
let strict =
    checked + [.unsafeFlags(["-Xfrontend", "-gnone", "-Xfrontend", "-function-sections"], .when(configuration: .release))]
    + (isOneFile ? [.unsafeFlags(["-static-stdlib"], whereOneFile)] : [])

/// The settings of modules whose code runs a few times in a run: the optimizer would take most of the time of their build.
let cold = strict + [.unsafeFlags(["-Onone", "-assert-config", "Release"], .when(configuration: .release))]

/// The settings of the leaves, which do most of the work on bytes. In a debug build without optimization, they would take most of the time
/// of the tests. Assertions are kept. `TABPIPE_DEBUG=plain` leaves the optimization out, for a debugger.
let isPlain = Context.environment["TABPIPE_DEBUG"] == "plain"
let optimized =
    strict
    + (isPlain
        ? []
        : [.unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"], .when(configuration: .debug))])

// On processors with AVX2, long JSON strings are checked with vectors of 32 bytes. That code is a module of its own, because all code of
// a module is compiled for the same processors. `TABPIPE_AVX2=off swift build` leaves it out, to compile for another kind of processor.
// Other packages can depend on a target with such flags since version 6.2 of the tools.
#if arch(x86_64)
let hasAVX2 = Context.environment["TABPIPE_AVX2"] != "off"
#else
let hasAVX2 = false
#endif
let forAVX2: [Target] =
    hasAVX2
    ? [
        .target(
            name: "JSONParsingAVX2", dependencies: ["JSONStrings"],
            swiftSettings: optimized + [.unsafeFlags(["-Xcc", "-mavx2", "-Xcc", "-mbmi"])])
    ] : []

/// The test targets, each in the folder of its tier below Tests: `unit` starts no process and waits for nothing, `program` starts the built
/// program and servers on this machine, `browser` needs Chromium, `slow` runs long series.
///
/// `TABPIPE_TESTS` chooses them: `all`, or tiers and targets with commas between them. SwiftPM builds every test target that a manifest has.
let allTests: [(tier: String, target: Target)] = [
    test("unit", "CivilCalendarTests", ["CivilCalendar"]),
    test("unit", "ChecksumsTests", ["Checksums"]),
    test("unit", "WebAddressesTests", ["WebAddresses"]),
    test("unit", "CSVParsingTests", ["CSVParsing"]),
    test("unit", "JSONParsingTests", ["JSONParsing", "JSONStrings", "TestSupport"], strict + (hasAVX2 ? [.define("AVX2")] : [])),
    test("unit", "HTMLParsingTests", ["HTMLParsing", "HTMLSupport", "TestSupport"]),
    test("unit", "XMLParsingTests", ["XMLParsing", "HTMLParsing", "JSONParsing"]),
    test("unit", "MarkdownParsingTests", ["MarkdownParsing", "HTMLParsing", "HTMLWriting", "HTMLSupport", "JSONParsing", "TestSupport"]),
    test("unit", "RichTextTests", ["RichText", "HTMLParsing", "JSONParsing", "TestSupport"]),
    test("unit", "ArticleReadingTests", ["ArticleReading", "HTMLParsing", "HTMLWriting", "TestSupport"]),
    test("unit", "PersonalDataTests", ["PersonalData", "TestSupport"]),
    test("unit", "LineDiffsTests", ["LineDiffs", "TestSupport"]),
    test("unit", "TextMeasuresTests", ["TextMeasures", "JSONParsing", "TestSupport"]),
    test("unit", "JSONQueryTests", ["JSONQuery", "TestSupport"]),
    test("unit", "JSONSchemaTests", ["JSONSchema", "JSONParsing", "TestSupport"]),
    test("unit", "HTMLWritingTests", ["HTMLWriting", "HTMLSupport", "TestSupport"], data: ["Tables"]),
    test("unit", "MailParsingTests", ["MailParsing", "HTMLWriting", "Checksums", "TestSupport"]),
    test("unit", "GroundTests", ["Ground", "JSONParsing", "TestSupport"]),
    test("unit", "PipelineTests", ["Ground", "Pipeline", "Stages", "WebAddresses", "TestSupport"]),
    test("unit", "StagesTests", ["Stages", "TestSupport"]),
    test(
        "unit", "SourcesRemoteTests",
        [
            "Ground", "HTTP", "HTTPReading", "WebAddresses", "SourcesLocal", "SourcesXML", "SourcesRemote", "Assets", "Checksums",
            "ImageHeaders", "TestSupport",
        ]),
    test("unit", "SourcesXMLTests", ["SourcesXML", "Pipeline", "XMLParsing", "JSONParsing", "HTMLParsing", "Sinks", "TestSupport"]),
    test("unit", "SourcesMailTests", ["SourcesMail", "SourcesLocal", "Pipeline", "JSONParsing", "Sinks", "TestSupport"]),
    test("unit", "SinksTests", ["Sinks", "Stages", "MarkdownParsing", "TestSupport"]),
    test(
        "unit", "SiteTests",
        [
            "SiteSupport", "TestSupport", "HTMLParsing", "HTMLWriting", "MailParsing", "MarkdownParsing", "Pipeline", "Stages", "Site",
            "TabpipeCommands",
        ]),
    test("unit", "TabpipeCommandsTests", ["TabpipeCommands", "JSONStyling", "LineDiffs", "TestSupport"]),
    test(
        "unit", "PluginTests", ["Pipeline", "Stages", "SourcesLocal", "SourcesRemote", "Sinks", "TabpipeCommands", "TestSupport"],
        packageAccess: false),
    test("program", "ExternalProgramsTests", ["ExternalPrograms", "ProgramRunning", "Pipeline", "TestSupport"]),
    test(
        "program", "PeerTests",
        [
            "SiteSupport", "HTMLSupport", "TestSupport", "HTMLParsing", "HTMLWriting", "JSONParsing", "JSONQuery", "Pipeline", "HTTP",
            "HTTPReading", "TabpipeCommands", "WebAddresses",
        ]),
    test("program", "CommandTests", ["tabpipe", "Checksums", "HTMLParsing", "MarkdownParsing", "ProgramSupport", "TestSupport"]),
    test("slow", "SeriesTests", ["tabpipe", "ProgramSupport", "TestSupport"]),
    test("browser", "PageTests", ["SiteSupport", "HTMLSupport", "TestSupport", "HTMLParsing", "HTMLWriting", "Pipeline"]),
]

func test(
    _ tier: String, _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = strict, data: [String] = [],
    packageAccess: Bool = true
) -> (tier: String, target: Target) {
    (
        tier,
        .testTarget(
            name: name, dependencies: dependencies, path: "Tests/\(tier)/\(name)", exclude: data, packageAccess: packageAccess,
            swiftSettings: settings)
    )
}

let named = (Context.environment["TABPIPE_TESTS"] ?? "").split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
let chosen = named.isEmpty ? ["unit", "program"] : named
for name in chosen where name != "all" && !allTests.contains(where: { $0.tier == name || $0.target.name == name }) {
    let names = Set(allTests.map(\.tier)).sorted() + allTests.map(\.target.name)
    fatalError("TABPIPE_TESTS: \"\(name)\" is none of all, \(names.joined(separator: ", "))")
}
let tests = allTests.filter { chosen.contains("all") || chosen.contains($0.tier) || chosen.contains($0.target.name) }.map(\.target)

let package = Package(
    name: "tabpipe",
    platforms: [.macOS("26.0")],
    products: [
        .executable(name: "tabpipe", targets: ["tabpipe"]),
        .library(name: "Pipeline", targets: ["Pipeline"]),
        .library(name: "Stages", targets: ["Stages"]),
        .library(name: "HTTP", targets: ["HTTP"]),
        .library(name: "HTTPReading", targets: ["HTTPReading"]),
        .library(name: "SourcesLocal", targets: ["SourcesLocal"]),
        .library(name: "SourcesXML", targets: ["SourcesXML"]),
        .library(name: "SourcesMail", targets: ["SourcesMail"]),
        .library(name: "SourcesRemote", targets: ["SourcesRemote"]),
        .library(name: "Site", targets: ["Site"]),
        .library(name: "Sinks", targets: ["Sinks"]),
        .library(name: "ExternalPrograms", targets: ["ExternalPrograms"]),
        .library(name: "TabpipeCommands", targets: ["TabpipeCommands"]),
        .library(name: "CSVParsing", targets: ["CSVParsing"]),
        .library(name: "JSONParsing", targets: ["JSONParsing"]),
        .library(name: "JSONQuery", targets: ["JSONQuery"]),
        .library(name: "JSONSchema", targets: ["JSONSchema"]),
        .library(name: "WebAddresses", targets: ["WebAddresses"]),
        .library(name: "HTMLParsing", targets: ["HTMLParsing"]),
        .library(name: "HTMLWriting", targets: ["HTMLWriting"]),
        .library(name: "MarkdownParsing", targets: ["MarkdownParsing"]),
        .library(name: "MailParsing", targets: ["MailParsing"]),
        .library(name: "XMLParsing", targets: ["XMLParsing"]),
        .library(name: "RichText", targets: ["RichText"]),
        .library(name: "ArticleReading", targets: ["ArticleReading"]),
        .library(name: "PersonalData", targets: ["PersonalData"]),
    ],
    targets: forAVX2 + [
        // Leaves: they import only one another, and know nothing of records.
        .target(name: "Checksums", swiftSettings: optimized),
        .target(name: "CivilCalendar", swiftSettings: optimized),
        .target(name: "CSVParsing", swiftSettings: optimized),
        .target(name: "ImageHeaders", swiftSettings: optimized),
        .target(name: "JSONStrings", swiftSettings: optimized),
        // On Linux, the standard library's Double.rounded() calls libm.
        .target(
            name: "JSONParsing", dependencies: ["JSONStrings"] + (hasAVX2 ? ["JSONParsingAVX2"] : []),
            swiftSettings: optimized + (hasAVX2 ? [.define("AVX2")] : []),
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(
            name: "HTMLParsing", dependencies: ["WebAddresses"], swiftSettings: optimized,
            // On Linux, iconv is in the C library.
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
        .target(name: "HTMLWriting", dependencies: ["HTMLParsing"], swiftSettings: optimized),
        .target(name: "MarkdownParsing", dependencies: ["HTMLParsing", "JSONParsing"], swiftSettings: optimized),
        .target(
            name: "MailParsing", dependencies: ["HTMLParsing", "MarkdownParsing", "CivilCalendar", "Checksums", "WebAddresses"],
            swiftSettings: optimized),
        .target(name: "XMLParsing", dependencies: ["HTMLParsing", "JSONParsing"], swiftSettings: optimized),
        .target(name: "JSONQuery", dependencies: ["JSONParsing", "CSVParsing", "CivilCalendar", "WebAddresses"], swiftSettings: optimized),
        .target(name: "JSONSchema", dependencies: ["JSONParsing", "JSONQuery"], swiftSettings: optimized),
        .target(name: "RichText", dependencies: ["HTMLParsing", "JSONParsing", "CivilCalendar"], swiftSettings: optimized),
        .target(
            name: "ArticleReading", dependencies: ["HTMLParsing", "JSONParsing", "CivilCalendar", "WebAddresses"], swiftSettings: optimized),
        .target(name: "PersonalData", dependencies: ["HTMLParsing", "WebAddresses"], swiftSettings: optimized),
        .target(name: "JSONStyling", dependencies: ["JSONParsing"], swiftSettings: optimized),
        .target(name: "LineDiffs", swiftSettings: optimized),
        .target(name: "TextMeasures", dependencies: ["JSONParsing", "WebAddresses"], swiftSettings: optimized),
        .target(name: "WebAddresses", swiftSettings: optimized),
        .target(name: "Ground", dependencies: ["JSONParsing", "WebAddresses"], swiftSettings: optimized),

        .target(
            name: "Pipeline",
            dependencies: ["Ground", "JSONParsing", "CSVParsing", "HTMLParsing", "JSONQuery", "Checksums", "WebAddresses"],
            swiftSettings: strict),
        .target(
            name: "Stages",
            dependencies: [
                "Pipeline", "CivilCalendar", "JSONParsing", "JSONQuery", "JSONSchema", "HTMLParsing", "HTMLWriting", "MailParsing",
                "MarkdownParsing", "RichText", "ArticleReading", "PersonalData", "Checksums", "TextMeasures", "WebAddresses",
            ],
            packageAccess: false, swiftSettings: strict),
        // C: calls the variadic functions of libcurl, which is loaded at run time.
        .target(name: "CurlCalls"),
        .target(
            name: "HTTP", dependencies: ["Ground", "CivilCalendar", "JSONParsing", "Checksums", "WebAddresses", "CurlCalls"],
            swiftSettings: cold),
        .target(
            name: "HTTPReading", dependencies: ["HTTP", "Pipeline", "JSONParsing", "Checksums", "WebAddresses"], swiftSettings: strict),
        .target(
            name: "SourcesLocal", dependencies: ["Pipeline", "JSONParsing", "HTMLParsing", "MarkdownParsing", "WebAddresses"],
            path: "Sources/Sources-Local", swiftSettings: strict),
        .target(
            name: "Assets",
            dependencies: [
                "HTTP", "HTTPReading", "SourcesLocal", "Pipeline", "Stages", "JSONParsing", "HTMLParsing", "MailParsing", "MarkdownParsing",
                "Checksums", "ImageHeaders", "WebAddresses", "ProgramRunning",
            ],
            swiftSettings: cold),
        .target(
            name: "SourcesXML",
            dependencies: ["SourcesLocal", "Pipeline", "XMLParsing", "HTMLParsing", "JSONParsing", "JSONQuery", "WebAddresses"],
            path: "Sources/Sources-XML", swiftSettings: strict),
        .target(
            name: "SourcesMail",
            dependencies: ["SourcesLocal", "Pipeline", "MailParsing", "HTMLParsing", "HTMLWriting", "JSONParsing"],
            path: "Sources/Sources-Mail", swiftSettings: strict),
        .target(
            name: "SourcesRemote",
            dependencies: [
                "HTTP", "HTTPReading", "SourcesLocal", "SourcesXML", "SourcesMail", "Assets", "Pipeline", "CivilCalendar", "JSONParsing",
                "WebAddresses",
            ],
            path: "Sources/Sources-Remote", swiftSettings: cold),
        // C: starts programs below a guard process, between fork and exec.
        .target(name: "ProgramGuard"),
        .target(name: "ProgramRunning", dependencies: ["Ground", "ProgramGuard"], swiftSettings: strict),
        .target(
            name: "ExternalPrograms", dependencies: ["Pipeline", "JSONParsing", "ProgramRunning"], path: "Sources/Exec",
            packageAccess: false, swiftSettings: strict),
        .target(
            name: "Site",
            dependencies: [
                "Pipeline", "Stages", "CivilCalendar", "JSONParsing", "HTMLParsing", "HTMLWriting", "MailParsing", "Checksums",
                "ImageHeaders", "WebAddresses",
            ],
            path: "Sources/Sinks/Site", exclude: ["Browser/Scripts", "Browser/Styles"], packageAccess: false, swiftSettings: strict),
        .target(
            name: "Sinks",
            dependencies: [
                "Site", "Pipeline", "Stages", "CivilCalendar", "CSVParsing", "JSONParsing", "HTMLParsing", "HTMLWriting", "MailParsing",
                "WebAddresses",
            ],
            exclude: ["Site"], packageAccess: false, swiftSettings: strict),
        .target(
            name: "TabpipeCommands",
            dependencies: [
                "Pipeline", "Stages", "HTTP", "HTTPReading", "SourcesLocal", "SourcesRemote", "Site", "Sinks", "ExternalPrograms",
                "JSONParsing",
                "JSONQuery",
                "JSONStyling", "LineDiffs",
                "HTMLParsing", "HTMLWriting", "MailParsing", "MarkdownParsing", "ArticleReading", "WebAddresses",
            ],
            path: "Sources/tabpipe/Commands", exclude: ["Reports/report.css"], swiftSettings: cold),
        .executableTarget(
            name: "tabpipe", dependencies: ["TabpipeCommands", "Pipeline"], path: "Sources/tabpipe/Program",
            swiftSettings: strict,
            linkerSettings: isOneFile ? [.unsafeFlags(oneFile, whereOneFile)] : []),

        // Helpers of several test targets. The static libraries of the toolchain lack Testing.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: checked),
        .target(name: "ProgramSupport", dependencies: ["TestSupport"], path: "Tests/ProgramSupport", swiftSettings: checked),
        .target(name: "HTMLSupport", dependencies: ["HTMLParsing", "HTMLWriting"], path: "Tests/HTMLSupport", swiftSettings: checked),
        .target(name: "SiteSupport", dependencies: ["TabpipeCommands", "TestSupport"], path: "Tests/SiteSupport", swiftSettings: checked),
    ] + tests
)

// Pages about a target stand beside its code.
let withPage: Set = [
    "JSONParsing", "JSONQuery", "HTMLParsing", "HTMLWriting", "MarkdownParsing", "MailParsing", "XMLParsing", "RichText",
    "ArticleReading", "Pipeline",
    "HTTP", "HTTPReading", "ProgramRunning", "Assets", "SourcesLocal", "SourcesXML", "SourcesMail", "SourcesRemote",
    "ExternalPrograms", "Site",
]
for target in package.targets where withPage.contains(target.name) { target.exclude.append("README.md") }

// SwiftPM builds all that a manifest has. If `TABPIPE_TESTS` names targets alone, the package is these and what they depend on.
if !named.isEmpty, named.allSatisfy({ name in allTests.contains { $0.target.name == name } }) {
    var needed: Set<String> = []
    var open = named
    while let name = open.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
        for case .byNameItem(let other, _) in target.dependencies { open.append(other) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { !needed.contains($0.name) }
}
