/// A text that cannot be read, with its place. Nothing behind it is read.
package struct TextFault: Error {
    package let message: String

    init(_ message: String) { self.message = message }
}
