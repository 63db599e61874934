internal import HTTP
internal import HTTPReading
internal import Pipeline

/// The options of the stage for fetching.
struct AssetSettings: Sendable {
    /// The name of the stage, with which the run counts its requests.
    static let stage = "assets"
    /// The defaults of the client. The hosts that content names may be hostile, and must not hold a run for long.
    private static let defaults: ClientSettings = {
        var client = ClientSettings()
        client.timeouts = RequestTimeouts(connect: 10, idle: 15, total: 60)
        client.retry = RetryPolicy(maxAttempts: 3, baseSeconds: 1, maxBackoffSeconds: 10, maxWaitSeconds: 30)
        client.maxResponseBytes = 32 << 20  // bytes
        return client
    }()
    private static let widths =
        AssetCopy.widths.dropLast().map(String.init).joined(separator: ", ") + " and " + String(AssetCopy.widths.last ?? 0)
    private static let defaultFiles = 100_000
    private static let defaultRecordFiles = 1000

    var client: ClientSettings
    /// The hosts that get the credentials of the stage.
    var credentialHosts: [HostPattern]
    /// Whether servers in private networks may be reached.
    var allowsPrivateHosts: Bool
    /// The greatest number of files in progress.
    var concurrency: Int
    /// The greatest number of addresses in a run.
    var maxFiles: Int
    /// The greatest number of addresses in a record.
    var maxRecordFiles: Int
    /// The kinds of files that are fetched.
    let kinds: Set<AssetKind>
    /// Whether a record fails if one of its files is missing.
    let isRequired: Bool
    /// Whether smaller copies are made.
    let makesCopies: Bool
    /// The folder of this machine that relative addresses lead to.
    var local: LocalFiles?
    /// The programs that make the copies.
    var copyPrograms = CopyPrograms()

    /// The greatest number of entries of the index: also those of earlier runs.
    var maxIndexEntries: Int { 2 * maxFiles }

    /// Reads the options.
    init(_ options: inout OptionReader) {
        kinds = Set(
            options.read(
                "kinds", .list(of: .choice, isEmptyAllowed: false), default: [AssetKind.image],
                help:
                    "The kinds of files that are fetched, also those that links lead to: image, svg (without scripts), pdf, audio, video, "
                    + "document (docx, xlsx, pptx, odt, ods, odp, epub, doc, xls, ppt, rtf). A link that leads elsewhere stays."))
        isRequired = options.read(
            "required", .boolean, default: false,
            help: "Whether a record fails if one of its files is missing. Otherwise the address stays.")
        makesCopies = options.read(
            "copies", .boolean, default: false,
            help: "Whether images get smaller copies, \(Self.widths) pixels wide, by vipsthumbnail, ImageMagick or sips. Needs facts.")
        allowsPrivateHosts = options.read(
            "allow_private_hosts", .boolean, default: false,
            help: "Whether files may come from this machine and from private networks. Content of others must not reach them.")
        concurrency = options.read("concurrency", .integer(1...64), default: 8, help: "The limit of files that are fetched at once.")
        var inherited = Self.defaults
        inherited.cache = (options.source?.urlOptions as? HTTPOpener)?.settings.cache
        inherited.cache?.headerNames = []
        var client = ClientSettings.read(&options, url: nil, isStreamed: false, inherited: inherited)
        credentialHosts = HostPattern.read(&options, help: "The hosts that get auth and secret headers, such as *.cdn.example.com.")
        let limits = options.readIfPresent(
            "limits",
            .object {
                limits in
                client.readLimits(&limits)
                let files = limits.read(
                    "max_files", .integer(1...10_000_000), default: Self.defaultFiles, help: "The limit of addresses in a run.")
                let record = limits.read(
                    "max_record_files", .integer(1...1_000_000), default: Self.defaultRecordFiles,
                    help: "The limit of addresses in a record.")
                return (all: files, record: record)
            }, help: "The limits for content. A file beyond a limit keeps its address.")
        maxFiles = limits?.all ?? Self.defaultFiles
        maxRecordFiles = limits?.record ?? Self.defaultRecordFiles
        if credentialHosts.isEmpty, client.auth.isShared || !client.secretHeaders.isEmpty {
            let option = client.auth.isShared ? "auth" : "headers"
            options.report("content names the hosts, so \"allow_hosts\" must say which of them get the credentials", option: option)
        }
        // The stage itself sends conditional requests, and handles the status 304.
        client.rules.rules.append(ResponseRule(statuses: [.code(304)], action: .skip))
        self.client = client
    }
}
