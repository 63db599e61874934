internal import JSONParsing
internal import Synchronization

/// The secret texts that a run learns while it is going on, such as access tokens. A class, because the tasks of a run share it.
///
/// ``PipelinePlan/secrets`` are known before a run. Messages, warnings and rejects are masked with both.
///
/// Package access: only the HTTP source gets tokens from servers; a plug-in masks its own texts.
package final class LearnedSecrets: Sendable {
    /// The secrets of the current task's run.
    @TaskLocal package static var current = LearnedSecrets()

    private let values = Mutex(SecretValues())

    /// Creates a set without texts, for one run.
    package init() {}

    /// Adds secret texts in all forms in which messages may quote them. Very short texts are not masked, as in ``SecretValues``.
    package func insert(_ texts: [String]) {
        values.withLock { values in for text in texts { values.insert(text) } }
    }

    /// Adds a secret text of the pipeline, as ``SecretValues/insert(literal:)`` if it stands in the file itself.
    package func insert(_ text: MaskedText) {
        guard text.isSecret else { return }
        values.withLock { text.isLiteralSecret ? $0.insert(literal: text.value) : $0.insert(text.value) }
    }

    /// Adds the user, the password and the sensitive query items of a URL.
    package func insert(partsOf address: String) { values.withLock { $0.insert(partsOf: address) } }

    /// The texts so far.
    package var snapshot: SecretValues { values.withLock { $0 } }

    /// Returns a text of a server or a library, such as the body of an error response, without learned secrets, credentials in URLs and
    /// control characters.
    package func maskedExternalText(_ text: String) -> String {
        AddressMask.maskedExternalText(snapshot.maskedQuotation(text)).printable
    }
}
