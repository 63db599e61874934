/// A node of a pipeline file that was replaced by a text from the environment or another file.
package struct SecretUse: Sendable, Equatable {
    /// The node, such as `$env.API_TOKEN`.
    package let node: String
    /// The path of the node in the file, such as `source.auth.token`.
    package let place: String
}
