/// The results of transfers that have a meaning of their own, with their numbers in curl.h.
///
/// - SeeAlso: [libcurl-errors](https://curl.se/libcurl/c/libcurl-errors.html)
enum CurlCode: Int32, CaseIterable {
    case ok = 0
    case unsupportedProtocol = 1
    case unknownProxy = 5
    case unknownHost = 6
    case cannotConnect = 7
    case weirdServerReply = 8
    case http2 = 16
    case partialFile = 18
    case writeError = 23
    case outOfMemory = 27
    case timedOut = 28
    case sslConnect = 35
    case sslPeerCertificate = 51
    case gotNothing = 52
    case sslEngineMissing = 53
    case sslEngineDefault = 54
    case sendError = 55
    case receiveError = 56
    case sslClientCertificate = 58
    case sslCipher = 59
    case sslVerification = 60
    case sslLevel = 64
    case sslEngine = 66
    case sslCAFile = 77
    case sslShutdown = 80
    case sslRevocationFile = 82
    case sslIssuer = 83
    case sslPinnedKey = 90
    case sslStatus = 91
    case http2Stream = 92
    case proxyHandshake = 97
    case tooLarge = 100
}
