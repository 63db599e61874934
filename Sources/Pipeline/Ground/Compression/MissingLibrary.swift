/// The fault of a system library that cannot be loaded, is too old or cannot be used.
///
/// Package access: the HTTP source reports a missing libcurl with it; plug-ins bring the libraries that they need.
package struct MissingLibrary: Error, Equatable, Sendable {
    /// The message, which names the library, what was expected, and the packages that contain it if a package would help.
    package let message: String

    package init(_ message: String) { self.message = message }
}
