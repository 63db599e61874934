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

    /// The result that pauses a transfer.
    private static let pause = 0x1000_0001
    /// The kind of a debug message that is a text.
    private static let text: Int32 = 0

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

    /// Finds a body that is longer than announced. libcurl cuts it, and says so only here.
    static var receiveDebug: Debug {
        { _, kind, bytes, count, transfer in
            if kind == CurlCallbacks.text, unsafe UnsafeBufferPointer(start: bytes, count: count).starts(with: "Excess found".utf8) {
                unsafe CurlCallbacks.transfer(transfer)?.noteExcess()
            }
            return 0
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
            // The address stands behind the family and the port, and in IPv6 also behind the flow.
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
        // Any other number than that of the bytes ends the transfer.
        case .refused, nil: count == 0 ? 1 : 0
        }
    }
}
