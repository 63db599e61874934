import JSONParsing
import Pipeline

/// A source with an option of each kind that remote sources need.
struct Feed: Source {
    static let name = "own_feed"
    static let summary = "Reads nothing, but has many options."
    static let example = ""

    enum Auth: Equatable {
        case none
        case bearer(String)
        case basic(username: String, password: String)
    }

    enum Place {
        case body(RecordQuery)
        case header(String)
    }

    let url: MaskedText
    let auth: Auth
    let wait: Double

    init(options: inout OptionReader) {
        url = options.read("url", .address, help: "The first page.")
        _ = options.readIfPresent("query", .textMap(allowsLists: true), help: "Items of the query.")
        _ = options.read("headers", .textMap(), default: [("Accept", MaskedText("application/json"))], help: "Fields of the head.")
        _ = options.readIfPresent("body", .json, help: "What is sent.")
        wait = options.read("wait", .number(0...60), default: 0.5, help: "Seconds between two requests.")
        _ = options.readIfPresent("max_items", .integer(1...Int.max), help: "The largest number of items.")
        auth = options.read(
            "auth",
            .variant(
                [
                    OptionVariant("none", help: "No credentials.") { _ in .none },
                    OptionVariant("bearer", help: "A token in the header Authorization.") {
                        .bearer($0.read("token", .secret, help: "The token.").value)
                    },
                    OptionVariant("basic", help: "A name and a password.") {
                        .basic(
                            username: $0.read("username", .string, help: "The name."),
                            password: $0.read("password", .secretOrEmpty, default: MaskedText(""), help: "The password.").value)
                    },
                ], default: "none"), help: "The credentials.")
        _ = options.readIfPresent(
            "at",
            .either(
                .query, { Place.body($0) },
                object: {
                    .header($0.read("header", .string, help: "The name of a header."))
                }), help: "Where the next page is named.")
        _ = options.readIfPresent(
            "responses",
            .list(
                of: .object {
                    ($0.read("status", .integer(100...599), help: "A status."), $0.readIfPresent("when", .query, help: "A condition."))
                }), help: "Rules for responses.")
        _ = options.readIfPresent("more", .list(of: .input, isEmptyAllowed: false), help: "Other inputs.")
    }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {}
}
