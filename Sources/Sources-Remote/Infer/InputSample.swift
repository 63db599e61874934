internal import HTTP
internal import HTTPReading
package import JSONParsing
package import Pipeline
internal import SourcesLocal

/// The beginning of an input, for a guess at how to read it: of a file, standard input, or the first response of a server.
package struct InputSample: Sendable {
    /// The limit of bytes that are looked at. It is far above a page of an API.
    private static let maxBytes = 4 << 20
    /// Maximum attempts per request; low, because the user waits.
    private static let maxAttempts = 2

    /// The bytes, decompressed.
    package let bytes: [UInt8]
    /// Whether the input has no more bytes.
    package let isWhole: Bool
    /// The head of a server's response; nil for a file.
    let head: ResponseHead?
    /// The request; nil for a file.
    private let name: RequestName?
    private let secrets: LearnedSecrets

    /// Reads the beginning of an input. Of a URL, it is the response to one request.
    ///
    /// - Parameters:
    ///   - input: The file, standard input or URL.
    ///   - request: The headers and credentials for a URL.
    ///   - context: The context of the command, with its network and secrets.
    /// - Throws: ``PipelineFailure`` if the input cannot be read.
    package init(_ input: Input, _ request: SampleRequest, in context: RunContext) async throws {
        let response: HTTPResponse?
        var reader: InputReader
        if case .web(let url) = input {
            let opener = HTTPOpener(request.settings(maxAttempts: Self.maxAttempts))
            let found = try await opener.response(from: url, URLRequestPreferences(), in: context)
            response = found
            reader = InputReader(opener.opened(found, from: url, in: context), from: input)
        } else {
            response = nil
            reader = try await InputReader(input, in: context)
        }
        var bytes: [UInt8] = []
        var isWhole = false
        while bytes.count < Self.maxBytes {
            let piece = try await reader.read()
            if piece.isEmpty {
                isWhole = true
                break
            }
            bytes += piece
        }
        self.bytes = bytes
        self.isWhole = isWhole
        head = response?.head
        name = input.webAddress.flatMap { RequestName($0, secrets: context.secrets) }
        secrets = context.secrets
    }

    /// The failure that a response reports, as a sentence; nil if it reports none.
    ///
    /// - Parameter page: The parsed answer.
    package func failure(in page: JSONValue) -> String? {
        guard let name else { return nil }
        return FailureSign.find(in: page, around: .unknown(in: page), isEmpty: false)?.sentence(of: name)
    }

    /// The phrase for content that is not JSON, such as `the server sent HTML; JSON was expected`; nil for other content.
    package var foreignContent: String? { UnexpectedMarkup(bytes[...], secrets: secrets)?.phrase(isResponse: head != nil) }
}

extension InputSample {
    /// The options of the source `csv` for ``rows``.
    package static let tableOptions: JSONObject = ["delimiter": "auto"]
    /// The limit of rows that are looked at.
    private static let maxRows = 200

    /// The first rows of a table in CSV with a header.
    ///
    /// - Returns: nil if the input is no table: the rows have different lengths, or one cell each.
    /// - Throws: ``TableFault`` if two columns have one name.
    package func rows() throws(TableFault) -> [JSONValue]? {
        guard var options = try? OptionReader(json: JSONValue.object(Self.tableOptions).compactText) else { return nil }
        var table = TableReader(TableFormat(&options), ofFile: "")
        var (rows, fault) = table.rows(of: bytes)
        if isWhole, fault == nil {
            let last = table.rows(of: [])
            rows += last.rows
            fault = last.fault
        }
        if let fault {
            if fault.isRepeatedName { throw fault }
            return nil
        }
        var values: [JSONValue] = []
        for row in rows.prefix(Self.maxRows) {
            guard case .object(let object, _, _) = row, object.count > 1 else { return nil }
            values.append(.object(object))
        }
        return values.isEmpty ? nil : values
    }
}

/// The headers and credentials of the request for the first answer of a server.
package struct SampleRequest: Sendable {
    /// A header field of the request.
    package struct Header: Sendable {
        package let name: String
        package let value: String
        /// Whether the value is a secret, by the name of the field.
        package var isSecret: Bool { AddressMask.isSensitive(name) }

        /// Reads a header field such as `Accept: application/json`.
        ///
        /// - Returns: nil if the text is none that a request can carry.
        package init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            name = String(text[..<colon])
            value = String(text[text.index(after: colon)...]).trimmingSpaces
            guard CredentialTextCheck.fault(ofHeader: name) == nil, CredentialTextCheck.fault(value) == nil else { return nil }
        }
    }

    package let headers: [Header]
    /// The token for the header `Authorization`; nil for none.
    package let token: String?

    /// - Parameters:
    ///   - headers: The header fields.
    ///   - token: The token for the header `Authorization`, without the word Bearer; nil for none.
    package init(headers: [Header], token: String?) {
        self.headers = headers
        self.token = token
    }

    func settings(maxAttempts: Int) -> ClientSettings {
        var settings = ClientSettings.document
        settings.retry.maxAttempts = maxAttempts
        for header in headers {
            if header.isSecret {
                settings.secretHeaders.append(.header(name: header.name, value: header.value))
                settings.secretTexts.append(MaskedText(literalSecret: header.value))
            } else {
                settings.headers.append(header.name, header.value)
            }
        }
        if let token {
            settings.auth = .bearer(MaskedText(literalSecret: token))
            settings.secretTexts.append(MaskedText(literalSecret: token))
        }
        return settings
    }
}
