#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The connections that libcurl closed while unread bytes had arrived, by the port of this end.
///
/// A class, because libcurl knows it by its address. Only the thread of the loop uses it.
final class UnreadConnections {
    private var ports: Set<Int> = []

    func contains(_ port: Int) -> Bool { ports.contains(port) }

    func removeAll() { ports.removeAll() }

    /// Closes a socket for libcurl, and notes its port if there are unread bytes.
    ///
    /// - Returns: The result of the system.
    func close(_ socket: Int32) -> Int32 {
        var byte: UInt8 = 0
        if unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0, let port = Self.port(of: socket) { ports.insert(port) }
        #if canImport(Glibc)
        return Glibc.close(socket)
        #elseif canImport(Musl)
        return Musl.close(socket)
        #else
        return Darwin.close(socket)
        #endif
    }

    /// The local port. It has the same offset in sockaddr_in and sockaddr_in6.
    private static func port(of socket: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { address in
            unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { inner in
                unsafe inner.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket, $0, &length) } == 0
                    ? Int(UInt16(bigEndian: inner.pointee.sin_port)) : nil
            }
        }
        return result
    }
}
