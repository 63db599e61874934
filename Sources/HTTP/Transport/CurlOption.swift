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
    /// Since 7.87: removing a transfer does not wait for a lookup of a host in progress.
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
