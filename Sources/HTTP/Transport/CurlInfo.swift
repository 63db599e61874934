/// The facts about a transfer that libcurl tells, with their numbers in curl.h.
///
/// - SeeAlso: [curl_easy_getinfo](https://curl.se/libcurl/c/curl_easy_getinfo.html)
enum CurlInfo: Int32 {
    /// The bytes of the request that were sent, as a long.
    case requestSize = 0x20_000C
    /// The verdict of the TLS library on the certificate of the server, as a long.
    case verifyResult = 0x20_000D
    /// The number of connections that the transfer opened, as a long; 0 on the connection of an earlier one.
    case newConnections = 0x20_001A
    /// The port of this end of the connection, as a long. A transfer in progress has one, too; libcurl tells its socket only at the end.
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
