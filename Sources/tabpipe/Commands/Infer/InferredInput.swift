internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import SourcesRemote
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The input of an inferred source that reads one document: a file, or a URL with its credentials.
struct InferredInput {
    /// The environment variable for a whole URL, if the source has no option for one of its secrets.
    private static let urlVariable = "API_URL"

    /// The default value of the parameter `from` of the pipeline file.
    let value: JSONValue
    let credentials: InferredCredentials
    /// The environment variables that the file needs.
    let variables: [String]

    /// Describes a file.
    init(file: String) {
        value = .string(file)
        credentials = InferredCredentials()
        variables = []
    }

    /// Describes a URL. Sources of one document have no option `query`: secrets that `auth` cannot send make the whole URL a secret.
    ///
    /// - Parameter ofRequest: The credentials without those in the URL.
    init(_ address: InferredAddress, _ credentials: InferredCredentials, ofRequest: InferredCredentials) {
        let isSecret = !credentials.query.isEmpty
        value = isSecret ? ["$env": .string(Self.urlVariable)] : .string(address.url)
        self.credentials = isSecret ? ofRequest : credentials
        variables = isSecret ? [Self.urlVariable] + ofRequest.variables : credentials.variables
    }
}

/// A URL for a pipeline file, without user, password and secret query items: the file takes these from the environment.
struct InferredAddress {
    let url: String
    /// The names of the query items.
    let queryNames: [String]
    /// Whether the URL has a user or a password.
    let hasUser: Bool
    /// The names of the query items with secrets.
    let secretNames: [String]

    init(_ text: String) {
        var reference = URLReference(WebAddress.escaped(text))
        guard let server = reference.server, server.hasValidPort else {
            (url, queryNames, hasUser, secretNames) = (text, [], false, [])
            return
        }
        hasUser = server.userInfo != nil
        let host = HostName.ascii(String(server.host)) ?? String(server.host)
        reference.authority = "\(host)\(server.port.map { ":\($0)" } ?? "")"
        reference.fragment = nil
        let items = URLQuery(reference.query)
        secretNames = items.names.filter { AddressMask.isSensitive($0) }
        let open = items.removing { AddressMask.isSensitive($0) }
        if open.count < items.count { reference.query = open.text.map { $0[...] } }
        queryNames = open.names
        url = reference.text
    }

    /// The URL without the query items of a name, and the first value there as a number.
    func removing(_ name: String) -> (url: String, value: Int?) {
        var reference = URLReference(url)
        let items = URLQuery(reference.query)
        guard let value = items.value(of: name) else { return (url, nil) }
        reference.query = items.removing { $0 == name }.text.map { $0[...] }
        return (reference.text, Int(value))
    }

    /// The name of an environment variable for a header or a query item, such as `X_API_KEY`.
    static func variable(_ name: String) -> String {
        let letters = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return letters.first?.isNumber == true ? "_" + String(letters) : String(letters)
    }
}

/// The options of an inferred source that identify the client: header fields, and environment variables in place of secrets.
struct InferredCredentials {
    /// The header fields that are not secret.
    private(set) var headers = JSONObject()
    /// The value of the option `auth`; nil without any.
    private(set) var auth: JSONValue?
    /// The secret query items that `auth` does not send.
    private(set) var query = JSONObject()
    /// The environment variables that the file needs.
    private(set) var variables: [String] = []
    /// Whether the user and the password of the URL are left out, because the request has other credentials.
    private(set) var omitsUser = false

    /// For a file: no credentials.
    init() {}

    /// - Parameters:
    ///   - address: The URL.
    ///   - bearer: The environment variable with the token for the header `Authorization`.
    init(_ address: InferredAddress, _ request: SampleRequest, bearer: String?) {
        for header in request.headers where !header.isSecret { headers[header.name] = .string(header.value) }
        let secret = request.headers.filter(\.isSecret)
        var items = address.secretNames
        if let bearer {
            auth = ["type": "bearer", "token": variable(bearer)]
        } else if !secret.isEmpty {
            var fields = JSONObject()
            for header in secret { fields[header.name] = variable(InferredAddress.variable(header.name)) }
            auth = ["type": "headers", "headers": .object(fields)]
        } else if address.hasUser {
            auth = ["type": "basic", "username": variable("API_USER"), "password": variable("API_PASSWORD")]
        } else if let name = items.first {
            items.removeFirst()
            auth = ["type": "api_key", "in": "query", "name": .string(name), "value": variable(InferredAddress.variable(name))]
        }
        omitsUser = address.hasUser && (bearer != nil || !secret.isEmpty)
        for name in items { query[name] = variable(InferredAddress.variable(name)) }
    }

    private mutating func variable(_ name: String) -> JSONValue {
        if !variables.contains(name) { variables.append(name) }
        return ["$env": .string(name)]
    }

    /// Adds the options to a step whose source can send all of them.
    func add(to step: inout JSONObject) {
        if !headers.isEmpty { step["headers"] = .object(headers) }
        if !query.isEmpty { step["query"] = .object(query) }
        if let auth { step["auth"] = auth }
    }
}

extension ArgumentReader {
    /// Header fields for a request.
    mutating func headers() -> [SampleRequest.Header] {
        let option = CommandOption(
            name: "header", value: .text(name: "'NAME: VALUE'"), help: "A header field of the request. May be repeated.")
        // The value may be a secret, which an error must not show.
        return values(of: option, expecting: "a header field such as 'Accept: application/json'") { .some(SampleRequest.Header($0)) }
            .compactMap { header in
                if header == nil { complain("--header wants a header field such as 'Accept: application/json'") }
                return header
            }
    }
}

/// Completes truncated JSON, so that its beginning can be parsed.
enum TruncatedJSON {
    /// Returns the text up to its last comma, where an element or member is complete, and closes the open brackets; nil without a comma.
    static func completed(_ bytes: [UInt8]) -> [UInt8]? {
        var closers: [UInt8] = []
        var isInString = false
        var isEscaped = false
        var last: (end: Int, closers: [UInt8])?
        for (index, byte) in bytes.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
            case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = closers.popLast()
            case UInt8(ascii: ","): last = (index, closers)
            default: break
            }
        }
        return last.map { bytes[..<$0.end] + $0.closers.reversed() }
    }
}
