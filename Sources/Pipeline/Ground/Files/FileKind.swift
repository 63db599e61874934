/// The kind of a file in the file system.
///
/// Package access: only the sources json, lines and files ask for it, through `FilePath`.
package enum FileKind: Sendable {
    /// A file that stores its content.
    case regular
    case folder
    /// A device, a pipe or a socket, which passes bytes on and stores none.
    case special
}
