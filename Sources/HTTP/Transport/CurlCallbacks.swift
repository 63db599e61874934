internal import WebAddresses

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The functions that libcurl calls on the thread of the loop.
///
/// Each gets the address of a ``CurlTransfer``, which the loop keeps alive as long as its handle is in use.
enum CurlCallbacks {
    typealias Receive = @convention(c) (UnsafePointer<UInt8>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    typealias Debug = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?) -> Int32

    /// The parameters are the transfer, the purpose, and a `struct curl_sockaddr`.
    typealias OpenSocket = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?) -> Int32

    /// The parameters are the ``UnreadConnections``, and the socket.
    typealias CloseSocket = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32

    /// The result that pauses a transfer.
    private static let pause = 0x1000_0001
    /// The kinds of debug messages that are a text, and received bytes of the body.
    private static let text: Int32 = 0
    private static let receivedData: Int32 = 3

    static var receiveHead: Receive {
        { bytes, size, count, transfer in
            let bytes = unsafe UnsafeBufferPointer(start: bytes, count: size * count)
            return unsafe CurlCallbacks.result(of: CurlCallbacks.transfer(transfer)?.receiveHead(bytes.span), bytes.count)
        }
    }

    static var receiveBody: Receive {
        { bytes, size, count, transfer in
            let bytes = unsafe UnsafeBufferPointer(start: bytes, count: size * count)
            return unsafe CurlCallbacks.result(of: CurlCallbacks.transfer(transfer)?.receive(bytes.span), bytes.count)
        }
    }

    /// Finds a body that is longer than announced, which libcurl cuts, and the end of a TLS connection.
    static var receiveDebug: Debug {
        { handle, kind, bytes, count, transfer in
            switch kind {
            case CurlCallbacks.text:
                let line = unsafe UnsafeBufferPointer(start: bytes, count: count)
                if let note = unsafe CurlLogEvent(line.span) { unsafe CurlCallbacks.transfer(transfer)?.note(note) }
            case CurlCallbacks.receivedData:
                guard let transfer = unsafe CurlCallbacks.transfer(transfer), transfer.request.origin.isSecure, let handle = unsafe handle
                else { break }
                if transfer.endsBody(with: count), unsafe CurlLibrary.hasPendingBytes(handle) { transfer.note(.excess) }
            default: break
            }
            return 0
        }
    }

    /// Closes a socket. If the server ends the connection with its response, libcurl closes the socket at once, so that unread bytes can be
    /// detected only here.
    ///
    /// - SeeAlso: [CURLOPT_CLOSESOCKETFUNCTION](https://curl.se/libcurl/c/CURLOPT_CLOSESOCKETFUNCTION.html)
    static var closeSocket: CloseSocket {
        { connections, socket in
            guard let connections = unsafe connections else { return -1 }
            return unsafe Unmanaged<UnreadConnections>.fromOpaque(connections).takeUnretainedValue().close(socket)
        }
    }

    /// Opens a socket for a guarded request, unless the address is one that it may not reach.
    ///
    /// - SeeAlso: [CURLOPT_OPENSOCKETFUNCTION](https://curl.se/libcurl/c/CURLOPT_OPENSOCKETFUNCTION.html)
    static var openSocket: OpenSocket {
        { transfer, _, target in
            guard let target = unsafe target else { return -1 }
            // struct curl_sockaddr: family, kind, protocol, length, address.
            let numbers = (0..<3).map { unsafe target.load(fromByteOffset: 4 * $0, as: Int32.self) }
            // In sockaddr_in, the address follows the family and the port; in sockaddr_in6, it follows the flow information, too.
            let place: Range<Int>
            switch numbers[0] {
            case AF_INET: place = 20..<24
            case AF_INET6: place = 24..<40
            default: return -1
            }
            guard let address = IPAddress(place.map { unsafe target.load(fromByteOffset: $0, as: UInt8.self) }) else { return -1 }
            if let refusal = AddressRefusal(address) {
                unsafe CurlCallbacks.transfer(transfer)?.noteRefusal(refusal)
                return -1
            }
            #if os(Linux)
            return socket(numbers[0], numbers[1] | Int32(SOCK_CLOEXEC.rawValue), numbers[2])
            #else
            return socket(numbers[0], numbers[1], numbers[2])
            #endif
        }
    }

    private static func transfer(_ address: UnsafeMutableRawPointer?) -> CurlTransfer? {
        unsafe address.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func result(of reception: TransferState.Reception?, _ count: Int) -> Int {
        switch reception {
        case .taken: count
        case .paused: pause
        // Any result other than the number of bytes ends the transfer.
        case .refused, nil: count == 0 ? 1 : 0
        }
    }
}
