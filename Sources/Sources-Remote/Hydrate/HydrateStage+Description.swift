internal import HTTP
internal import Pipeline

// What `explain`, `check` and the summary say.
extension HydrateStage {
    package var explanation: [String] {
        var lines = ["requests: GET \(url.shown) for each \(each.map { "element of \($0)" } ?? "record"), \(concurrency) at once"]
        if case .list(let list) = use { lines.append(list.paging.explanation) }
        lines.append("credentials: \(credentialsPhrase)")
        return lines
    }

    package var notes: [String] { counts.notes(each: each?.description) }
    package var closingWarnings: [String] { counts.warnings(each: each?.description) }

    /// Says what cannot be checked without a record. The options have been read by now, with all secrets.
    package func check() async throws -> String? {
        "\(url.shown) is not requested, because it needs a record; credentials: \(credentialsPhrase)"
    }

    private var credentialsPhrase: String {
        if sharesCredentials { return "as the source" }
        return request.settings.auth.isShared ? "its own" : "none"
    }
}
