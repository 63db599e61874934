import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A port that answers no connection: its queue is full, and nothing accepts.
///
/// A class, because the end of its life closes its sockets.
final class FullListener {
    let port: UInt16
    private var descriptors: [Int32] = []

    init() throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = socket(AF_INET, kind, 0)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 0) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        descriptors = [listener]
        for _ in 0..<4 {
            let client = socket(AF_INET, kind, 0)
            _ = fcntl(client, F_SETFL, fcntl(client, F_GETFL) | O_NONBLOCK)
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = unsafe connect(client, $0, length) }
            }
            descriptors.append(client)
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
