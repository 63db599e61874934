/// The kind of a file in the file system.
///
/// Package access: only the JSON source asks for it, through `FilePath`.
package enum FileKind: Sendable {
    /// A file that stores its content.
    case regular
    case folder
    /// A device, a pipe or a socket, which passes bytes on and stores none.
    case special
}
