internal import CurlCalls

/// A multi handle of libcurl: transfers at the same time, and the connections that they share.
///
/// Any thread may call ``wakeUp()``; only the thread of the loop calls the rest.
@safe struct CurlMulti: @unchecked Sendable {
    private static let maxConnectionsOption: Int32 = 6
    /// The number of idle connections that stay open.
    private static let maxConnections = 64
    /// The kind of message that a transfer has ended, and the offsets of its handle and its code in `CURLMsg`.
    private static let done: Int32 = 1
    private static let handleOffset = 8
    private static let codeOffset = 16

    let library: CurlLibrary
    private let address: UnsafeMutableRawPointer

    /// - Throws: ``TransportError`` if there is not enough memory.
    init(_ library: CurlLibrary) throws(TransportError) {
        guard let address = unsafe library.multiInit() else {
            throw TransportError(.other("there is not enough memory for transfers"), mayHaveReachedServer: false)
        }
        self.library = library
        unsafe self.address = address
        _ = unsafe curl_calls_set_number(library.multiSetopt, address, Self.maxConnectionsOption, Self.maxConnections)
    }

    func add(_ handle: CurlHandle) throws(TransportError) {
        guard unsafe library.multiAdd(address, handle.address) == 0 else {
            throw TransportError(.other("libcurl refuses the transfer"), mayHaveReachedServer: false)
        }
    }

    func remove(_ handle: CurlHandle) { _ = unsafe library.multiRemove(address, handle.address) }

    /// Reads and writes what is possible without waiting. Calls the callbacks of the transfers.
    func perform() {
        var running: Int32 = 0
        _ = unsafe library.multiPerform(address, &running)
    }

    /// Waits until a connection is ready, a time limit of libcurl is over, or ``wakeUp()`` is called.
    ///
    /// - Parameter milliseconds: The longest wait.
    func poll(atMost milliseconds: Int32) { _ = unsafe library.multiPoll(address, nil, 0, milliseconds, nil) }

    /// Ends the current or the next ``poll(atMost:)``.
    func wakeUp() { _ = unsafe library.multiWakeup(address) }

    /// Returns a transfer that has ended, and the code of its end; nil if there is no more.
    func nextEnded() -> (transfer: CurlTransfer, code: Int32)? {
        var left: Int32 = 0
        while let message = unsafe library.multiReadMessage(address, &left) {
            guard unsafe message.load(as: Int32.self) == Self.done,
                let handle = unsafe message.load(fromByteOffset: Self.handleOffset, as: UnsafeMutableRawPointer?.self)
            else { continue }
            let code = unsafe message.load(fromByteOffset: Self.codeOffset, as: Int32.self)
            var data: UnsafeMutableRawPointer?
            _ = unsafe curl_calls_get(library.easyGetinfo, handle, CurlInfo.privateData.rawValue, &data)
            guard let data = unsafe data else { continue }
            return unsafe (Unmanaged<CurlTransfer>.fromOpaque(data).takeUnretainedValue(), code)
        }
        return nil
    }
}
