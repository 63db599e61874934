internal import CurlCalls
internal import Ground

/// The functions of libcurl. The library is loaded for the first request, so that runs without a URL start faster and need no libcurl.
///
/// The addresses of functions are never written after the initialisation, so that all threads may use them.
///
/// - SeeAlso: [libcurl](https://curl.se/libcurl/c/)
@safe struct CurlLibrary: @unchecked Sendable {
    typealias Address = UnsafeMutableRawPointer
    typealias CreateCall = @convention(c) () -> Address?
    typealias Use = @convention(c) (Address?) -> Void
    typealias Call = @convention(c) (Address) -> Int32
    typealias AttachCall = @convention(c) (Address, Address) -> Int32
    typealias PauseCall = @convention(c) (Address, Int32) -> Int32
    typealias AppendCall = @convention(c) (Address?, UnsafePointer<CChar>) -> Address?
    typealias PerformCall = @convention(c) (Address, UnsafeMutablePointer<Int32>) -> Int32
    typealias PollCall = @convention(c) (Address, Address?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
    typealias MessageCall = @convention(c) (Address, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?
    typealias VersionTextCall = @convention(c) () -> UnsafePointer<CChar>?
    typealias ErrorTextCall = @convention(c) (Int32) -> UnsafePointer<CChar>?

    /// The names under which systems install the library, in the order of preference.
    #if os(macOS)
    private static let files = ["libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"]
    #else
    private static let files = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"]
    #endif
    /// The first version with `curl_multi_poll` and `curl_multi_wakeup`.
    static let oldestVersion = [7, 68]
    /// All features, for `curl_global_init`.
    private static let allFeatures = 3
    /// The TLS libraries that tell whether they hold decrypted bytes: their number in curl.h, and the function.
    private static let openSSL = (number: Int32(1), pending: "SSL_pending")
    private static let gnuTLS = (number: Int32(2), pending: "gnutls_record_check_pending")

    let easyInit: CreateCall
    let easySetopt: Address
    let easyGetinfo: Address
    let easyReset: Use
    let easyPause: PauseCall
    let easyCleanup: Use
    let easyError: ErrorTextCall
    let listAppend: AppendCall
    let listFree: Use
    let multiInit: CreateCall
    let multiSetopt: Address
    let multiAdd: AttachCall
    let multiRemove: AttachCall
    let multiPerform: PerformCall
    let multiPoll: PollCall
    let multiWakeup: Call
    let multiReadMessage: MessageCall
    /// Returns the number of decrypted bytes that the TLS library holds for a connection; nil with a library other than OpenSSL and GnuTLS.
    let tlsPending: Call?
    /// The version as libcurl tells it, such as `libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13`.
    let version: String

    /// Whether the TLS library is GnuTLS, which numbers the faults of certificates in its own way.
    var usesGnuTLS: Bool { version.contains("GnuTLS") }

    /// Whether the TLS library shows how a connection ends: whether with `close_notify`, and whether bytes follow the body.
    var seesEndOfTLS: Bool { Self.tls(version) != nil }

    /// The TLS library in use; nil if it is neither OpenSSL nor GnuTLS. In the version, those that are not in use have parentheses.
    private static func tls(_ version: String) -> (number: Int32, pending: String)? {
        version.contains(" OpenSSL/") ? openSSL : version.contains(" GnuTLS/") ? gnuTLS : nil
    }

    /// The system's library, loaded once.
    static let loaded = Result<CurlLibrary, MissingLibrary> { () throws(MissingLibrary) in try CurlLibrary(files) }
        .mapError { TransportError(.libraryMissing($0.message), mayHaveReachedServer: false) }

    /// Loads the first library that the system finds.
    ///
    /// - Parameter files: The names or paths to try, in order.
    /// - Throws: ``MissingLibrary`` if there is none, or if it is too old.
    init(_ files: [String]) throws(MissingLibrary) {
        let library = try DynamicLibrary(
            "libcurl", files: files, packages: "the package libcurl4 or libcurl3-gnutls (Debian, Ubuntu), or libcurl (Fedora, Alpine)")
        let versionText: VersionTextCall = try unsafe library.function("curl_version")
        version = unsafe versionText().map { unsafe String(cString: $0) } ?? ""
        guard Self.isNewEnough(version) else {
            let oldest = Self.oldestVersion.map(String.init).joined(separator: ".")
            throw MissingLibrary("libcurl is too old: expected \(oldest) or newer, found \(version.printable)")
        }
        unsafe easyInit = try library.function("curl_easy_init")
        unsafe easySetopt = try library.function("curl_easy_setopt")
        unsafe easyGetinfo = try library.function("curl_easy_getinfo")
        unsafe easyReset = try library.function("curl_easy_reset")
        unsafe easyPause = try library.function("curl_easy_pause")
        unsafe easyCleanup = try library.function("curl_easy_cleanup")
        unsafe easyError = try library.function("curl_easy_strerror")
        unsafe listAppend = try library.function("curl_slist_append")
        unsafe listFree = try library.function("curl_slist_free_all")
        unsafe multiInit = try library.function("curl_multi_init")
        unsafe multiSetopt = try library.function("curl_multi_setopt")
        unsafe multiAdd = try library.function("curl_multi_add_handle")
        unsafe multiRemove = try library.function("curl_multi_remove_handle")
        unsafe multiPerform = try library.function("curl_multi_perform")
        unsafe multiPoll = try library.function("curl_multi_poll")
        unsafe multiWakeup = try library.function("curl_multi_wakeup")
        unsafe multiReadMessage = try library.function("curl_multi_info_read")
        // The TLS library is loaded, because libcurl needs it.
        unsafe tlsPending = Self.tls(version).flatMap { unsafe try? library.function($0.pending) }
        let start: @convention(c) (Int) -> Int32 = try unsafe library.function("curl_global_init")
        guard start(Self.allFeatures) == 0 else { throw MissingLibrary("libcurl cannot be started: \(version.printable)") }
    }

    /// Whether the TLS connection of a transfer in progress holds decrypted bytes that libcurl has not read.
    static func hasPendingBytes(_ handle: Address) -> Bool {
        guard case .success(let library) = loaded, let pending = unsafe library.tlsPending else { return false }
        var session: UnsafeRawPointer?
        _ = unsafe curl_calls_get(library.easyGetinfo, handle, CurlInfo.tlsSession.rawValue, &session)
        // struct curl_tlssessioninfo: the number of the library, the connection.
        guard let session = unsafe session, unsafe session.load(as: Int32.self) == tls(library.version)?.number,
            let connection = unsafe session.load(fromByteOffset: MemoryLayout<Address>.stride, as: Address?.self)
        else { return false }
        return unsafe pending(connection) > 0
    }

    /// Whether a version such as `libcurl/7.88.1 …` is ``oldestVersion`` or newer. A text without a number counts as new.
    static func isNewEnough(_ version: String) -> Bool {
        guard let match = version.firstMatch(of: /libcurl[^\/ ]*\/(\d+)\.(\d+)/), let major = Int(match.1), let minor = Int(match.2) else {
            return true
        }
        return !([major, minor].lexicographicallyPrecedes(oldestVersion))
    }
}

/// The options of a transfer, with their numbers in curl.h.
///
/// - SeeAlso: [curl_easy_setopt](https://curl.se/libcurl/c/curl_easy_setopt.html)
enum CurlOption: Int32 {
    case verbose = 41
    case noBody = 44
    case post = 47
    case followLocation = 52
    case postFieldSize = 60
    case verifyPeer = 64
    case freshConnect = 74
    case httpGet = 80
    case verifyHost = 81
    case httpVersion = 84
    case bufferSize = 98
    case noSignal = 99
    case connectTimeoutMilliseconds = 156
    case protocols = 181
    case redirectProtocols = 182
    case tcpKeepAlive = 213
    case pipeWait = 237
    case suppressConnectHeaders = 265
    case http09Allowed = 285
    /// Since 7.87: removing a transfer does not wait for a DNS lookup in progress.
    case quickExit = 322
    case writeData = 10001
    case url = 10002
    case proxy = 10004
    case errorBuffer = 10010
    case httpHeader = 10023
    case headerData = 10029
    case customRequest = 10036
    case caInfo = 10065
    case debugData = 10095
    case caPath = 10097
    case privateData = 10103
    case openSocketData = 10164
    case copyPostFields = 10165
    case noProxy = 10177
    case closeSocketData = 10209
    case writeFunction = 20011
    case headerFunction = 20079
    case debugFunction = 20094
    case openSocketFunction = 20163
    case closeSocketFunction = 20208
}

/// The facts about a transfer that libcurl reports, with their numbers in curl.h.
///
/// - SeeAlso: [curl_easy_getinfo](https://curl.se/libcurl/c/curl_easy_getinfo.html)
enum CurlInfo: Int32 {
    /// The bytes of the request that were sent, as a long.
    case requestSize = 0x20_000C
    /// The verdict of the TLS library on the certificate of the server, as a long.
    case verifyResult = 0x20_000D
    /// The number of connections that the transfer opened, as a long; 0 on the connection of an earlier one.
    case newConnections = 0x20_001A
    /// The local port of the connection, as a long. libcurl reports it during a transfer, too; it reports the socket only at the end.
    case localPort = 0x20_002A
    /// The address of a `struct curl_tlssessioninfo`: the TLS library, and its connection while the transfer has one.
    case tlsSession = 0x40_002D
    /// The address of the transfer's own data.
    case privateData = 0x10_0015
    /// The microseconds from the start until the connection was ready for the request, in 64 bits; 0 before that.
    case connectedAfter = 0x60_0035
    /// The socket of the connection, or -1.
    case activeSocket = 0x50_002C
}
