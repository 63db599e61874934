import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A server on this machine that answers each connection with the same bytes and closes it.
final class TestServer: Sendable {
    let port: UInt16
    private let listener: Int32

    /// Opens a port of its own and answers until it is stopped.
    init(answer: String) throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let own = port
        Thread.detachNewThread {
            let bytes = Array(answer.replacing("PORT", with: String(own)).utf8)
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                var request = [UInt8](repeating: 0, count: 4096)
                _ = unsafe recv(connection, &request, request.count, 0)
                _ = unsafe bytes.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
                // Says that nothing follows, and waits until the other side has read everything.
                shutdown(connection, Int32(SHUT_WR))
                _ = unsafe recv(connection, &request, request.count, 0)
                close(connection)
            }
        }
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
