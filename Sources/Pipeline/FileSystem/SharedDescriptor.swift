/// An open file of several owners. A call that was left to itself may still wait at it when everybody else is gone; a number that was
/// closed by then could be another file's, and so a class.
final class SharedDescriptor: Sendable {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}
