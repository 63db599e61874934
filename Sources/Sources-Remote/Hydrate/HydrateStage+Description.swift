internal import HTTP
package import Pipeline

// What `explain`, `check` and the summary say.
extension HydrateStage {
    package var hooks: Hooks {
        Hooks(
            explanation: explanation, notes: counts.notes(each: each?.description),
            closingWarnings: counts.warnings(each: each?.description)
        ) {
            // Without a record there is nothing to ask for. The options have been read by now, with all secrets.
            "\(url.shown) is not requested, because it needs a record; credentials: \(credentialsPhrase)"
        }
    }

    var explanation: [String] {
        var lines = ["requests: GET \(url.shown) for each \(each.map { "element of \($0)" } ?? "record"), \(concurrency) at once"]
        if case .list(let list) = use { lines.append(list.paging.explanation) }
        lines.append("credentials: \(credentialsPhrase)")
        return lines
    }

    private var credentialsPhrase: String {
        if sharesCredentials { return "as the source" }
        return request.settings.auth.isShared ? "its own" : "none"
    }
}
