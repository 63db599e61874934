/// The functions that libcurl calls on the thread of the loop.
///
/// Each gets the address of a ``CurlTransfer``, which the loop keeps alive as long as its handle is in use.
enum CurlCallbacks {
    typealias Receive = @convention(c) (UnsafePointer<UInt8>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    typealias Debug = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?) -> Int32

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
