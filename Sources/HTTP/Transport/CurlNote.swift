/// What a line of libcurl's log says about the end of a response. libcurl says it nowhere else.
enum CurlNote: Equatable {
    /// The server sent more than the body. libcurl drops the rest.
    case excess
    /// The server ended the TLS connection with the alert `close_notify`.
    case closeNotify
    /// Another message of TLS. It shows that this libcurl would also log an alert.
    case tlsMessage

    /// - Parameter line: A line of the log. nil if it says nothing of this.
    init?(_ line: Span<UInt8>) {
        guard line.count > 0 else { return nil }
        // Most lines end here.
        switch line[0] {
        case UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "T"): break
        default: return nil
        }
        let text = unsafe line.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        // The second one is about chunks.
        if text.hasPrefix("Excess found") || text.hasPrefix("Leftovers after chunking") {
            self = .excess
        } else if text.hasPrefix("TLS"), text.contains(" (IN), TLS alert, close notify") {
            self = .closeNotify
        } else if text.hasPrefix("TLS"), text.contains(" (IN), TLS ") {
            self = .tlsMessage
        } else {
            return nil
        }
    }
}
