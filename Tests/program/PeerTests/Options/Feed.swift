import JSONParsing
import Pipeline

/// A source with an option of each kind that remote sources need.
struct Feed: Source {
    static let name = "feed"
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
        url = options.address("url", help: "The first page.")
        _ = options.optionalTextMap("query", allowsLists: true, help: "Items of the query.")
        _ = options.textMap("headers", default: [("Accept", "application/json")], help: "Fields of the head.")
        _ = options.optionalJSON("body", help: "What is sent.")
        wait = options.number("wait", in: 0...60, default: 0.5, help: "Seconds between two requests.")
        _ = options.optionalInteger("max_items", in: 1...Int.max, help: "The largest number of items.")
        auth = options.variant(
            "auth", defaultCase: "none", help: "The credentials.",
            cases: [
                OptionVariant("none", help: "No credentials.") { _ in .none },
                OptionVariant("bearer", help: "A token in the header Authorization.") {
                    .bearer($0.secret("token", help: "The token.").value)
                },
                OptionVariant("basic", help: "A name and a password.") {
                    .basic(
                        username: $0.string("username", help: "The name."),
                        password: $0.secret("password", default: "", help: "The password.").value)
                },
            ])
        _ = options.optionalEither("at", help: "Where the next page is named.", text: .query { Place.body($0) }) {
            .header($0.string("header", help: "The name of a header."))
        }
        _ = options.optionalGroups("responses", help: "Rules for responses.") {
            ($0.integer("status", in: 100...599, help: "A status."), $0.optionalQuery("when", help: "A condition."))
        }
        _ = options.optionalInputs("more", help: "Other inputs.")
    }

    var hooks: Hooks { .none }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {}
}
