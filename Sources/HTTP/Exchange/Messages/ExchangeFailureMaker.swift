package import JSONParsing
internal import Ground

/// Makes the failures of requests with their messages.
struct ExchangeFailureMaker {
    let name: RequestName
    /// The number of attempts.
    var attempts = 1
    /// The time since the first attempt, in seconds.
    var seconds = 0.0
    /// Whether the step could send credentials and sends none.
    var lacksCredentials = false
    /// Whether the request is for a page after the first one, where the status 404 may mean the end of the list.
    var couldEndListAt404 = false
    /// Whether the request would have been repeated if it were idempotent.
    var isNotRepeated = false

    /// The failure after the last attempt.
    func failure(_ fault: RequestFault) -> PipelineFailure {
        switch fault {
        case .transport(let error):
            // A recording that lacks one response most likely lacks others: the outputs must not shrink to what it has.
            return PipelineFailure(
                error.failureKind, "\(name.shown): \(error.message(for: name))\(effort)\(repetition)",
                concernsAllRecords: error.isMissingOffline || error.isLocal ? true : nil)
        case .response(let response):
            // A rate limit with the status 403 passes, and does not mean that the credentials are wrong.
            let kind = response.isRateLimit || response.isRetryWanted ? .remoteUnavailable : Self.kind(response.status)
            let advice = kind == .credentialsRefused && lacksCredentials ? "; this step has no \"auth\", which names credentials" : ""
            let end = couldEndListAt404 && response.status == 404 ? "; \"stop_on_404\": true in \"paging\" takes that for the end" : ""
            return PipelineFailure(kind, "\(name.shown): \(status(response))\(repetition)\(advice)\(end)")
        }
    }

    /// The failure by a rule of the option `responses`.
    func refused(status: Int, message: String?) -> PipelineFailure {
        let text = message.map { name.quote($0, characters: 200) } ?? ""
        return PipelineFailure(
            Self.kind(status),
            "\(name.shown): \(text.isEmpty ? "a response with the status \(status) is a failure by the option \"responses\"" : text)")
    }

    /// The failure of a document that a rule of the option `responses` skips because of its status.
    func nothingBegun(status: Int, rule: RuleMatch) -> PipelineFailure {
        PipelineFailure(
            .remoteUnavailable,
            "\(name.shown): the server answered \(status), which \(rule.option) passes over, so that nothing was read; is the URL right? "
                + "(\"action\": \"empty\" says that there is nothing to read)")
    }

    /// The failure of a redirect that is not followed.
    func failure(_ fault: RedirectFault) -> PipelineFailure {
        PipelineFailure(.remoteUnavailable, "\(name.shown): \(fault.message(for: name))")
    }

    /// The failure for a wait that exceeds the limit.
    ///
    /// - Parameters:
    ///   - reason: The reason of the wait, as part of a sentence.
    ///   - wait: The wait in seconds.
    ///   - limit: `retry.max_wait_seconds`.
    ///   - now: The time in seconds since 1970.
    func comeAgain(_ reason: String, wait: Double, limit: Double, now: Double) -> PipelineFailure {
        let seconds = wait.rounded(.up)
        return PipelineFailure(
            .tryAgainLater,
            "\(name.shown): \(reason); come again at \(SecondsText.localTime(now + seconds)), in \(SecondsText.counted(seconds)). "
                + "retry.max_wait_seconds allows a wait of \(SecondsText.counted(limit))")
    }

    /// The reason of a wait after a fault.
    func waitReason(_ fault: RequestFault) -> String {
        guard case .response(let response) = fault else { return "the server asks for a wait" }
        return status(response)
    }

    /// The failure of a request to a host that counts as down.
    func failuresInRow(_ count: Int) -> PipelineFailure {
        PipelineFailure(.remoteUnavailable, "\(name.shown): not requested after \(count) failures in a row of requests to this host")
    }

    /// The failure of a request beyond `limits.max_requests`.
    func requestLimit(_ limit: Int) -> PipelineFailure {
        PipelineFailure(.remoteUnavailable, "\(name.shown): not requested, because limits.max_requests allows \(limit) requests")
    }

    /// The failure of a stream that differs at the second attempt.
    func changed() -> PipelineFailure {
        PipelineFailure(.remoteUnavailable, "\(name.shown): the document changed while it was read")
    }

    private func status(_ response: RequestFault.Response) -> String {
        "the server answered \(response.status)\(effort)\(response.quote.map { name.ending($0, characters: 80) } ?? "")"
    }

    private var repetition: String {
        isNotRepeated ? "; the server may have processed the request; \"idempotent\": true allows repeating it" : ""
    }

    private var effort: String { attempts > 1 ? " (\(attempts) attempts in \(SecondsText.rounded(seconds)) s)" : "" }

    static func kind(_ status: Int) -> PipelineFailure.Kind { status == 401 || status == 403 ? .credentialsRefused : .remoteUnavailable }
}

/// Finds the message in the JSON of an error response, by the keys that APIs use.
///
/// - SeeAlso: RFC 9457, section 3.1; RFC 6749, section 5.2
package enum JSONErrorMessage {
    private static let innerKeys = ["error", "errors", "fault", "exception", "errorMessages", "error_messages"]
    private static let codeKeys = ["code", "error", "errcode", "error_code"]
    private static let messageKeys = [
        "message", "error_description", "detail", "title", "msg", "error_message", "errorMessage", "error_msg", "errmsg", "faultstring",
        "description", "reason", "status_message", "statusMessage", "info",
    ]

    /// The code and the message of an error.
    ///
    /// - Parameter bytes: The body, or its beginning.
    /// - Returns: nil for incomplete JSON, and for JSON without such keys.
    static func text(in bytes: [UInt8]) -> String? {
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        return text(in: value)
    }

    /// The code and the message of an error; nil for a value without such keys.
    package static func text(in value: JSONValue) -> String? {
        guard let object = try? value.decoded().object else { return nil }
        for key in innerKeys {
            guard let inner = object[key] else { continue }
            if let found = text(in: (try? inner.decoded().array?.first) ?? inner) { return found }
            if let first = try? inner.decoded().array?.first?.string, !first.isEmpty { return first }
        }
        func first(of keys: [String]) -> String? { keys.lazy.compactMap { object[$0]?.string }.first { !$0.isEmpty } }
        let parts = [first(of: codeKeys), first(of: messageKeys)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
