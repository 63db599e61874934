package import Ground
internal import WebAddresses

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The name of a request in messages. It contains no secrets.
package struct RequestName: Sendable {
    private let address: WebAddress
    /// The node that a secret URL came from.
    private let secretName: String?
    private let label: String?
    /// Secrets to mask in quotations.
    private let secrets: LearnedSecrets

    /// - Parameters:
    ///   - request: The request.
    ///   - label: The request among others, such as `page 3`.
    ///   - secrets: The secrets that quotations must not contain.
    package init(_ request: HTTPRequest, label: String? = nil, secrets: LearnedSecrets) {
        address = request.address
        secretName = request.secretName
        self.label = label
        self.secrets = secrets
    }

    /// The name of the request for a document; nil for an invalid URL.
    package init?(_ url: MaskedText, secrets: LearnedSecrets) {
        guard let address = WebAddress(url.value) else { return nil }
        self.address = address
        secretName = url.isSecret ? url.shown : nil
        label = nil
        self.secrets = secrets
    }

    /// The masked URL, or the node that a secret URL came from, and then the label. Computed when a message needs it, because masking costs
    /// time.
    package var shown: String { (secretName ?? address.shown).printable + (label.map { ": \($0.printable)" } ?? "") }

    /// The host of the URL; nil if the URL is secret.
    var host: String? { isSecret ? nil : address.origin.host.printable }

    package var isSecret: Bool { secretName != nil }

    /// The first characters of a text from a server or a library, in printable form. Empty for a secret URL, because the text may contain
    /// parts of it.
    ///
    /// Secrets are masked before the text is cut, because masking would not recognize half a secret.
    package func quote(_ text: String, characters: Int = 80) -> String {
        guard !isSecret else { return "" }
        return secrets.maskedExternalText(text).prefix(characters).trimmingSpaces
    }

    /// A text from a server or a library for the end of a message, after a colon; empty if there is nothing to quote.
    func ending(_ text: String, characters: Int = 200) -> String {
        let quote = quote(text, characters: characters)
        return quote.isEmpty ? "" : ": \(quote)"
    }
}

/// Durations and times in messages.
package enum SecondsText {
    /// A limit as the pipeline file has it, such as `30` or `0.5`.
    package static func exact(_ seconds: Double) -> String {
        seconds == seconds.rounded() && abs(seconds) < 1e15 ? String(Int(seconds)) : String(seconds)
    }

    /// A limit with its unit, such as `1 second` or `0.5 seconds`.
    package static func counted(_ seconds: Double) -> String { exact(seconds) + (seconds == 1 ? " second" : " seconds") }

    /// A measured duration, such as `31` or `0.4`: tenths below ten seconds.
    static func rounded(_ seconds: Double) -> String {
        let seconds = min(max(0, seconds), 1e12)
        return seconds < 9.95 ? exact((seconds * 10).rounded() / 10) : String(Int(seconds.rounded()))
    }

    /// A time of day with its date in local time, such as `2026-11-22 14:05:09`.
    ///
    /// - Parameter time: Seconds since 1970.
    static func localTime(_ time: Double) -> String {
        var seconds = time_t(min(max(0, time), 2e11))
        var parts = unsafe tm()
        // The C library heeds TZ and the zone of the system.
        guard unsafe localtime_r(&seconds, &parts) != nil else { return counted(Double(seconds)) + " after 1970" }
        func padded(_ number: Int32, _ digits: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
        }
        let date = unsafe [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1), padded(parts.tm_mday)]
        let clock = unsafe [padded(parts.tm_hour), padded(parts.tm_min), padded(parts.tm_sec)]
        return date.joined(separator: "-") + " " + clock.joined(separator: ":")
    }
}
