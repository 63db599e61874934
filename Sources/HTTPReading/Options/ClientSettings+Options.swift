package import HTTP
package import Pipeline

extension ClientSettings {
    /// The longest time that an option may name, in seconds: 30 days.
    private static let maxSeconds = 2_592_000.0
    /// The limit of a streamed document, in bytes: 16 GiB.
    package static let maxStreamBytes = 16 << 30
    private static let maxHeaderBytes = 64 << 10

    /// Reads the options that all sources with a URL have: `headers`, `auth`, `timeouts`, `retry`, `rate`, `responses`, `cache`, `tls`.
    ///
    /// - Parameters:
    ///   - options: The options of the step. The step reads its URL first.
    ///   - url: The URL of the step; nil if it has none.
    ///   - isStreamed: Whether the step reads one long document as a stream.
    ///   - inherited: The settings of another step, for the options that this step lacks.
    ///   - hasConcurrency: Whether the option `rate` has the limit of concurrent requests.
    package static func read(
        _ options: inout OptionReader, url: MaskedText?, isStreamed: Bool, inherited: ClientSettings = ClientSettings(),
        hasConcurrency: Bool = true
    ) -> ClientSettings {
        var settings = inherited
        settings.isOfStep = true
        let hasOwnHeaders = settings.readHeaders(&options)
        let own = AuthSettings.read(&options, url: url)
        // With credentials of its own, the step has hosts of its own, which must not get the secrets of another step.
        if own != nil {
            settings.secretHeaders.removeAll { $0.isQuery || !hasOwnHeaders }
        }
        settings.hasOwnAuth = own != nil
        settings.auth = own ?? inherited.auth
        settings.readTimeouts(&options, isStreamed: isStreamed)
        settings.retry =
            options.readIfPresent(
                "retry", .object { .read(&$0, defaults: inherited.retry) }, help: "How requests are repeated after failures that may pass.")
            ?? settings.retry
        settings.rate =
            options.readIfPresent(
                "rate", .object { .read(&$0, hasConcurrency: hasConcurrency) },
                help: "The limits for requests to the host, in addition to those that its headers name.") ?? settings.rate
        settings.rules = .read(&options, isStreamed: isStreamed)
        settings.cache = .read(&options) ?? settings.cache
        settings.caFile =
            options.readIfPresent(
                "tls",
                .object { tls in
                    tls.readIfPresent("ca_file", .path, help: "A file with certificates in PEM, in place of those of the system.")
                }, help: "The certificates to trust.")??.value ?? settings.caFile
        if isStreamed { settings.maxResponseBytes = maxStreamBytes }
        return settings
    }

    /// Reads `max_response_bytes` and `max_requests` of the option `limits`.
    package mutating func readLimits(_ limits: inout OptionReader) {
        maxResponseBytes = limits.read(
            "max_response_bytes", .integer(1...Self.maxStreamBytes), default: maxResponseBytes,
            help: "The limit of one response after decompression, in bytes. Exceeding it is an error.")
        maxRequests = limits.readIfPresent(
            "max_requests", .integer(1...Int(Int32.max)), help: "The limit of requests in a run, with retries. Exceeding it is an error.")
    }

    /// Reads the option `headers`, which replaces inherited fields.
    ///
    /// - Returns: Whether the step has the option.
    private mutating func readHeaders(_ options: inout OptionReader) -> Bool {
        let help =
            "Header fields of each request. Fields from the environment or with names such as X-Token are secret: they go only to hosts that "
            + "get the credentials."
        guard let fields = options.readIfPresent("headers", .textMap(allowsLists: true), help: help) else { return false }
        headers = HTTPHeaders()
        secretHeaders.removeAll { !$0.isQuery }
        for (name, value) in fields {
            if let fault = CredentialTextCheck.fault(ofHeader: name) {
                options.report("expected the name of a header, found \"\(name.prefix(80).printable)\": \(fault)", option: "headers")
            } else if let fault = CredentialTextCheck.fault(value.value) ?? Self.fault(ofLength: value.value) {
                options.report("expected a value that a header can have for \(name): \(fault)", option: "headers")
            } else if value.isSecret || AddressMask.isSensitive(name) {
                secretHeaders.append(.header(name: name, value: value.value))
                secretTexts.append(value)
            } else {
                headers.append(name, value.value)
            }
        }
        return true
    }

    private static func fault(ofLength text: String) -> String? {
        text.utf8.count > maxHeaderBytes ? "it is longer than \(maxHeaderBytes) bytes" : nil
    }

    private mutating func readTimeouts(_ options: inout OptionReader, isStreamed: Bool) {
        let defaults = timeouts
        let range = 0.001...Self.maxSeconds
        let read = options.readIfPresent(
            "timeouts",
            .object { group -> (RequestTimeouts, Double?) in
                var timeouts = RequestTimeouts()
                timeouts.connect = group.read(
                    "connect_seconds", .number(range), default: defaults.connect, help: "The limit for the connection, with TLS.")
                timeouts.idle = group.read(
                    "idle_seconds", .number(range), default: defaults.idle, help: "The longest time without a byte from the server.")
                guard !isStreamed else {
                    let total = group.readIfPresent(
                        "request_seconds", .number(range),
                        help: "The limit for one transfer, anew for each attempt. Without it, there is none.")
                    return (timeouts, total)
                }
                timeouts.total = group.read(
                    "request_seconds", .number(range), default: defaults.total ?? Self.maxSeconds,
                    help: "The limit for a request with its response, anew for each attempt.")
                return (timeouts, nil)
            }, help: "The time limits of a request.")
        if let read { (timeouts, streamSeconds) = read }
    }
}

extension RetryPolicy {
    /// Reads the options of the group `retry`.
    fileprivate static func read(_ group: inout OptionReader, defaults: RetryPolicy) -> RetryPolicy {
        var policy = defaults
        policy.maxAttempts = group.read(
            "max_attempts", .integer(1...100), default: policy.maxAttempts, help: "The limit of attempts for a request, with the first one."
        )
        policy.baseSeconds = group.read(
            "base_seconds", .number(0...3600), default: policy.baseSeconds,
            help: "The limit of the wait before the second attempt, in seconds. It doubles with each attempt, and the wait is random.")
        policy.maxBackoffSeconds = group.read(
            "max_backoff_seconds", .number(0...86400), default: policy.maxBackoffSeconds, help: "The limit of such waits, in seconds.")
        policy.maxWaitSeconds = group.read(
            "max_wait_seconds", .number(0...2_592_000), default: policy.maxWaitSeconds,
            help: "The limit of waits that the server asks for, in seconds. For a longer one the run ends with the exit code 75.")
        return policy
    }
}

extension RateSettings {
    /// The largest number of concurrent requests that an option may name.
    package static let maxConcurrency = 64

    /// Reads the options of the group `rate`.
    fileprivate static func read(_ group: inout OptionReader, hasConcurrency: Bool) -> RateSettings {
        var rate = RateSettings()
        rate.requestsPerMinute = group.readIfPresent(
            "requests_per_minute", .number(0.001...1_000_000), help: "The limit of requests in any 60 seconds.")
        guard hasConcurrency else { return rate }
        rate.concurrency = group.readIfPresent(
            "concurrency", .integer(1...maxConcurrency),
            help: "The limit of concurrent requests; \(defaultConcurrency) where no step has one. Steps with one host share its limits.")
        return rate
    }
}
