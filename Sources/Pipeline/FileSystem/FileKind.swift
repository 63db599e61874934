/// What can stand at a path.
package enum FileKind: Sendable {
    /// A file with content of its own.
    case regular
    case folder
    /// A device, a pipe or a socket: what is written there goes to somebody.
    case special
}
