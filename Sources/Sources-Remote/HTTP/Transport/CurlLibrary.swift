internal import Pipeline

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The functions of libcurl. The library is loaded for the first request, so that runs without a URL start faster and need no libcurl.
///
/// The addresses of functions are never written after the initialisation, so that all threads may use them.
///
/// - SeeAlso: [libcurl](https://curl.se/libcurl/c/)
@safe struct CurlLibrary: @unchecked Sendable {
    typealias Address = UnsafeMutableRawPointer
    typealias Create = @convention(c) () -> Address?
    typealias Use = @convention(c) (Address?) -> Void
    typealias Call = @convention(c) (Address) -> Int32
    typealias Join = @convention(c) (Address, Address) -> Int32
    typealias Pause = @convention(c) (Address, Int32) -> Int32
    typealias Append = @convention(c) (Address?, UnsafePointer<CChar>) -> Address?
    typealias Perform = @convention(c) (Address, UnsafeMutablePointer<Int32>) -> Int32
    typealias Poll = @convention(c) (Address, Address?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
    typealias ReadMessage = @convention(c) (Address, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?
    typealias Text = @convention(c) () -> UnsafePointer<CChar>?
    typealias ErrorText = @convention(c) (Int32) -> UnsafePointer<CChar>?

    /// The names under which systems install the library, in the order of preference.
    #if os(macOS)
    private static let names = ["libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"]
    #else
    private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"]
    #endif
    /// The first version with `curl_multi_poll` and `curl_multi_wakeup`.
    static let oldestVersion = [7, 68]
    /// All features, for `curl_global_init`.
    private static let allFeatures = 3

    let easyInit: Create
    let easySetopt: Address
    let easyGetinfo: Address
    let easyReset: Use
    let easyPause: Pause
    let easyCleanup: Use
    let easyError: ErrorText
    let listAppend: Append
    let listFree: Use
    let multiInit: Create
    let multiSetopt: Address
    let multiAdd: Join
    let multiRemove: Join
    let multiPerform: Perform
    let multiPoll: Poll
    let multiWakeup: Call
    let multiReadMessage: ReadMessage
    /// The version as libcurl tells it, such as `libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13`.
    let version: String

    /// Whether the TLS library is GnuTLS, which numbers the faults of certificates in its own way.
    var usesGnuTLS: Bool { version.contains("GnuTLS") }

    /// The system's library, loaded once.
    static let loaded = Result<CurlLibrary, TransportError> { () throws(TransportError) in try CurlLibrary(names) }

    /// Loads the first library that the system finds.
    ///
    /// - Parameter names: The names or paths to try, in order.
    /// - Throws: ``TransportError`` with the reason `libraryMissing`.
    init(_ names: [String]) throws(TransportError) {
        guard let library = unsafe Self.open(names) else {
            throw .missing("libcurl cannot be loaded: expected \(names.joined(separator: " or ")). \(Self.advice)")
        }
        func function<Signature>(_ name: String, as type: Signature.Type = Signature.self) throws(TransportError) -> Signature {
            guard let symbol = unsafe dlsym(library, name) else {
                throw .missing("the system's libcurl lacks the function \(name). \(Self.advice)")
            }
            return unsafe unsafeBitCast(symbol, to: type)
        }
        let versionText: Text = try unsafe function("curl_version")
        version = unsafe versionText().map { unsafe String(cString: $0) } ?? ""
        guard Self.isNewEnough(version) else {
            throw .missing("libcurl is too old: expected 7.68 or newer, found \(version.printable)")
        }
        unsafe easyInit = try function("curl_easy_init")
        unsafe easySetopt = try function("curl_easy_setopt")
        unsafe easyGetinfo = try function("curl_easy_getinfo")
        unsafe easyReset = try function("curl_easy_reset")
        unsafe easyPause = try function("curl_easy_pause")
        unsafe easyCleanup = try function("curl_easy_cleanup")
        unsafe easyError = try function("curl_easy_strerror")
        unsafe listAppend = try function("curl_slist_append")
        unsafe listFree = try function("curl_slist_free_all")
        unsafe multiInit = try function("curl_multi_init")
        unsafe multiSetopt = try function("curl_multi_setopt")
        unsafe multiAdd = try function("curl_multi_add_handle")
        unsafe multiRemove = try function("curl_multi_remove_handle")
        unsafe multiPerform = try function("curl_multi_perform")
        unsafe multiPoll = try function("curl_multi_poll")
        unsafe multiWakeup = try function("curl_multi_wakeup")
        unsafe multiReadMessage = try function("curl_multi_info_read")
        let start: @convention(c) (Int) -> Int32 = try function("curl_global_init")
        guard start(Self.allFeatures) == 0 else { throw .missing("libcurl cannot be started: \(version.printable)") }
    }

    private static let advice = "It is in the package libcurl4 or libcurl3-gnutls (Debian, Ubuntu), or libcurl (Fedora, Alpine)"

    private static func open(_ names: [String]) -> Address? {
        for name in names {
            if let found = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) { return unsafe found }
        }
        return nil
    }

    /// Whether a version such as `libcurl/7.88.1 …` is ``oldestVersion`` or newer. A text without a number counts as new.
    static func isNewEnough(_ version: String) -> Bool {
        guard let match = version.firstMatch(of: /libcurl[^\/ ]*\/(\d+)\.(\d+)/), let major = Int(match.1), let minor = Int(match.2) else {
            return true
        }
        return !([major, minor].lexicographicallyPrecedes(oldestVersion))
    }
}

extension TransportError {
    /// The error of a system without a usable libcurl.
    fileprivate static func missing(_ text: String) -> TransportError {
        TransportError(.libraryMissing(text), mayHaveReachedServer: false)
    }
}
