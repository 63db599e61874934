import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A listening socket at 127.0.0.1 for programs that a test starts.
///
/// The test and the thread that accepts connections share it, and so it is a class. The end of its life closes the socket.
public final class LocalListener: Sendable {
    /// The port number, chosen by the system.
    public let port: UInt16
    private let descriptor: Int32

    /// Opens a port and handles each connection on its own thread.
    ///
    /// - Parameter answer: Reads from the connection and writes to it. Afterwards the listener closes the connection.
    /// - Throws: `POSIXError` if there is no free port.
    public init(answer: @escaping @Sendable (_ connection: Int32, _ port: UInt16) -> Void) throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
        self.descriptor = descriptor
        let port = UInt16(bigEndian: address.sin_port)
        self.port = port
        // A client may close the connection before it has read the whole answer.
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    // Closed here and not by the deinitializer: otherwise the number may already belong to the next listener when this
                    // thread calls accept again, and would take its connections.
                    #if !canImport(Darwin)
                    close(descriptor)
                    #endif
                    return
                }
                Thread.detachNewThread {
                    answer(connection, port)
                    close(connection)
                }
            }
        }
    }

    /// Ends the wait for connections. The thread that waits closes the socket.
    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        #if canImport(Darwin)
        // There, shutdown does not end accept.
        close(descriptor)
        #endif
    }
}
