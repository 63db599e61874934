#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Reads and writes descriptors that do not block.
enum FileReading {
    enum Result {
        case bytes(Int)
        /// Nothing can be read or written now.
        case later
        /// The end, or an error.
        case end
    }

    /// Reads the next bytes into a buffer.
    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Result {
        let count = retrying { unsafe buffer.withUnsafeMutableBytes { unsafe readBytes(descriptor, $0.baseAddress, $0.count) } }
        return result(count)
    }

    /// Writes bytes from an offset on.
    static func write(_ bytes: [UInt8], from offset: Int, to descriptor: Int32) -> Result {
        let count = retrying {
            unsafe bytes.withUnsafeBytes { unsafe writeBytes(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset) }
        }
        return result(count)
    }

    private static func result(_ count: Int) -> Result {
        if count > 0 { return .bytes(count) }
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .later : .end
    }

    /// Repeats a call that a signal interrupts.
    static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

// Inside the type, the names `read` and `write` refer to its methods.
private func readBytes(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { unsafe read(number, buffer, count) }
private func writeBytes(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { unsafe write(number, buffer, count) }
