internal import Pipeline

/// The options of the stage that are about fetching.
struct AssetSettings: Sendable {
    /// The greatest number of bytes of a file: 32 MiB.
    static let defaultFileBytes = 32 << 20

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

    /// Reads the options.
    init(_ options: inout OptionReader) {
        allowsPrivateHosts = options.boolean(
            "allow_private_hosts", default: false,
            help: "Whether files may come from this machine and from private networks. Content of others must not reach them.")
        concurrency = options.integer("concurrency", in: 1...64, default: 8, help: "The limit of files that are fetched at once.")
        var client = ClientSettings.read(&options, url: nil, isStreamed: false)
        credentialHosts = HostPattern.read(&options, help: "The hosts that get auth and secret headers, such as *.cdn.example.com.")
        client.maxResponseBytes = Self.defaultFileBytes
        let limits = options.optionalGroup("limits", help: "What content may make a run take. A file beyond a limit keeps its address.") {
            limits in
            client.readLimits(&limits)
            let files = limits.integer("max_files", in: 1...10_000_000, default: 100_000, help: "The limit of addresses in a run.")
            let record = limits.integer("max_record_files", in: 1...1_000_000, default: 1000, help: "The limit of addresses in a record.")
            return (all: files, record: record)
        }
        maxFiles = limits?.all ?? 100_000
        maxRecordFiles = limits?.record ?? 1000
        if credentialHosts.isEmpty, client.auth.isShared || !client.secretHeaders.isEmpty {
            let option = client.auth.isShared ? "auth" : "headers"
            options.report("content names the hosts, so \"allow_hosts\" must say which of them get the credentials", option: option)
        }
        // The stage itself asks whether a file has changed.
        client.rules.rules.append(ResponseRule(statuses: [.code(304)], action: .skip))
        self.client = client
    }
}
