internal import CurlCalls

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// An easy handle of libcurl: the options and the state of one transfer at a time. Only the thread of the loop uses it.
///
/// A class, because it owns memory that libcurl knows by its address.
@safe final class CurlHandle {
    /// The size of the buffer for a message, in bytes: `CURL_ERROR_SIZE`.
    private static let messageBytes = 256

    let address: UnsafeMutableRawPointer
    private let library: CurlLibrary
    private let message: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutableRawPointer?

    /// - Returns: nil if there is not enough memory.
    init?(_ library: CurlLibrary) {
        guard let address = unsafe library.easyInit() else { return nil }
        unsafe self.address = address
        self.library = library
        unsafe message = .allocate(capacity: Self.messageBytes)
        unsafe message.initialize(repeating: 0, count: Self.messageBytes)
    }

    deinit {
        unsafe library.easyCleanup(address)
        unsafe library.listFree(headers)
        unsafe message.deallocate()
    }

    /// Removes all options. Connections and TLS sessions stay.
    func reset() {
        unsafe library.easyReset(address)
        unsafe library.listFree(headers)
        unsafe headers = nil
        unsafe message.pointee = 0
    }

    func set(_ option: CurlOption, _ value: Int) throws(TransportError) {
        try check(option, unsafe curl_calls_set_number(library.easySetopt, address, option.rawValue, value))
    }

    /// Sets a text, which libcurl copies.
    func set(_ option: CurlOption, _ value: String) throws(TransportError) {
        try check(option, unsafe value.withCString { unsafe curl_calls_set_address(library.easySetopt, address, option.rawValue, $0) })
    }

    /// Sets the address of data, which must stay valid until ``reset()``, or of a function.
    @unsafe func set(_ option: CurlOption, _ value: UnsafeRawPointer?) throws(TransportError) {
        try check(option, unsafe curl_calls_set_address(library.easySetopt, address, option.rawValue, value))
    }

    /// Sets the body of the request, which libcurl copies.
    func setBody(_ bytes: [UInt8]) throws(TransportError) {
        try set(.postFieldSize, bytes.count)
        try check(
            .copyPostFields,
            unsafe bytes.withUnsafeBytes { body in
                // An empty array may have no address, which would mean that there is no body.
                unsafe curl_calls_set_address(
                    library.easySetopt, address, CurlOption.copyPostFields.rawValue, body.baseAddress ?? UnsafeRawPointer(message))
            })
    }

    /// Sets the lines of the header fields.
    func setHeaders(_ lines: [String]) throws(TransportError) {
        for line in lines {
            guard let longer = unsafe line.withCString({ unsafe library.listAppend(headers, $0) }) else {
                throw TransportError(.other("there is not enough memory for the request"), mayHaveReachedServer: false)
            }
            unsafe headers = longer
        }
        try unsafe set(.httpHeader, headers.map { UnsafeRawPointer($0) })
    }

    /// Has libcurl write the message of a failure to the handle's own buffer.
    func collectMessages() throws(TransportError) { try unsafe set(.errorBuffer, UnsafeRawPointer(message)) }

    /// Lets the callbacks of this handle reach a transfer, which must stay alive until ``reset()``.
    func connect(to transfer: CurlTransfer) throws(TransportError) {
        let data = unsafe UnsafeRawPointer(Unmanaged.passUnretained(transfer).toOpaque())
        for option in [CurlOption.privateData, .writeData, .headerData, .debugData] { try unsafe set(option, data) }
        try unsafe set(.writeFunction, unsafeBitCast(CurlCallbacks.receiveBody, to: UnsafeRawPointer.self))
        try unsafe set(.headerFunction, unsafeBitCast(CurlCallbacks.receiveHead, to: UnsafeRawPointer.self))
        try unsafe set(.debugFunction, unsafeBitCast(CurlCallbacks.receiveDebug, to: UnsafeRawPointer.self))
        try set(.verbose, 1)
    }

    /// Has each address checked before a connection to it is made.
    func checkSockets(of transfer: CurlTransfer) throws(TransportError) {
        try unsafe set(.openSocketData, UnsafeRawPointer(Unmanaged.passUnretained(transfer).toOpaque()))
        try unsafe set(.openSocketFunction, unsafeBitCast(CurlCallbacks.openSocket, to: UnsafeRawPointer.self))
    }

    /// Has each socket closed by an object that must live as long as libcurl.
    func closeSockets(by connections: UnreadConnections) throws(TransportError) {
        try unsafe set(.closeSocketData, UnsafeRawPointer(Unmanaged.passUnretained(connections).toOpaque()))
        try unsafe set(.closeSocketFunction, unsafeBitCast(CurlCallbacks.closeSocket, to: UnsafeRawPointer.self))
    }

    /// Resumes a paused transfer. Bytes that libcurl holds are delivered during the call.
    func resume() { _ = unsafe library.easyPause(address, 0) }

    /// A number that libcurl reports about the transfer; 0 if it is unknown.
    func number(_ info: CurlInfo) -> Int {
        var value = 0
        _ = unsafe withUnsafeMutablePointer(to: &value) { unsafe curl_calls_get(library.easyGetinfo, address, info.rawValue, $0) }
        return value
    }

    /// The seconds from the start of the transfer until the connection was ready; nil before that.
    var connectedAfter: Double? {
        let microseconds = number(.connectedAfter)
        return microseconds > 0 ? Double(microseconds) / 1_000_000 : nil
    }

    /// Whether the server has sent more than the response, on a connection without TLS: a body that is longer than its `Content-Length`.
    /// libcurl stops reading at that length. Such a connection is shut down: some versions of libcurl would use it again, and take the rest
    /// for the next response.
    ///
    /// - SeeAlso: RFC 9112, section 6.3, whose last paragraph forbids that
    func shutDownIfUnread() -> Bool {
        var byte: UInt8 = 0
        guard let socket, unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0 else { return false }
        shutDown()
        return true
    }

    /// The socket of a transfer that has ended; nil if its connection is closed.
    private var socket: Int32? {
        let socket = Int32(truncatingIfNeeded: number(.activeSocket))
        return socket >= 0 ? socket : nil
    }

    /// Reads the bytes that have arrived, and shuts the connection down. libcurl then finds it closed, and closes the socket.
    func shutDown() {
        guard let socket else { return }
        shutdown(socket, Int32(SHUT_RDWR))
        var rest = [UInt8](repeating: 0, count: 4096)
        while unsafe recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
    }

    /// The failure of the transfer with a code.
    func fault(_ code: Int32, of transfer: CurlTransfer) -> CurlFault {
        let words = unsafe String(cString: message)
        let text = words.isEmpty ? unsafe library.easyError(code).map { unsafe String(cString: $0) } ?? "" : words
        let request = transfer.request
        var fault = CurlFault(
            number: code, text: text, origin: request.origin, timeouts: request.timeouts, verifyResult: number(.verifyResult),
            usesGnuTLS: library.usesGnuTLS, requestBytes: number(.requestSize), bodyBytes: transfer.bodyBytes, hasHead: transfer.hasHead,
            isOnUsedConnection: number(.newConnections) == 0)
        if let file = TrustedCertificates.file(request.caFile) { fault.caFile = file.shown }
        return fault
    }

    private func check(_ option: CurlOption, _ code: Int32) throws(TransportError) {
        guard code != 0 else { return }
        throw TransportError(.other("libcurl refuses its option \(option)"), mayHaveReachedServer: false)
    }
}
