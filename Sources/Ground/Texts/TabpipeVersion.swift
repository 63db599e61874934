/// The version of the program.
///
/// Package access: the HTTP client sends it as `User-Agent`, and the program prints it.
package enum TabpipeVersion {
    /// The version, such as `1.2.3`.
    package static let text = "0.1.0"
}
