import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server that sends the beginning of a response, and then nothing until the client closes the connection.
struct HangingServer {
    /// The number of requests that came.
    let requests: Counter
    private let listener: LocalListener

    /// The URL of a document.
    var url: String { "http://127.0.0.1:\(listener.port)/x" }

    /// - Parameter beginning: The bytes that it sends.
    init(_ beginning: String) throws {
        let requests = Counter()
        self.requests = requests
        listener = try LocalListener { connection, _ in
            var bytes = [UInt8](repeating: 0, count: 8192)
            _ = unsafe recv(connection, &bytes, bytes.count, 0)
            let response = Array(beginning.utf8)
            _ = unsafe response.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
            requests.add()
            _ = unsafe recv(connection, &bytes, bytes.count, 0)
        }
    }

    /// Waits for the first request.
    func waitForRequest() async throws {
        while requests.value == 0 { try await Task.sleep(for: .milliseconds(10)) }
    }
}
