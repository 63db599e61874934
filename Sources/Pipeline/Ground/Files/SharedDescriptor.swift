/// A file descriptor with several owners, closed by the last one.
///
/// A class, because a blocked call that was cancelled still uses the descriptor. After a close, its number could belong to another file.
final class SharedDescriptor: Sendable {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}
