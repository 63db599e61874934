internal import Foundation
internal import Pipeline

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Fetches what an address answers, always afresh, into a file that has no name any more when it is read.
enum Download {
    /// How long a server may stay silent, in seconds.
    private static let idleSeconds = 30.0

    /// Fetches an address and opens what came.
    ///
    /// - Throws: ``PipelineFailure``: `remoteUnavailable` where no good answer came, `credentialsRefused` for 401 and 403.
    static func open(_ address: String) async throws -> InputFile {
        let shown = AddressMask.masked(address).printable
        guard let url = URL(string: address), url.host != nil else {
            throw PipelineFailure(.inputMissing, "\(shown) is not a valid URL")
        }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: idleSeconds)
        request.setValue("application/json, */*;q=0.5", forHTTPHeaderField: "Accept")
        request.setValue("tabpipe", forHTTPHeaderField: "User-Agent")
        let (file, response) = try await fetch(request, shown: shown)
        defer { try? FileManager.default.removeItem(at: file) }
        try check(response, file: file, shown: shown)
        return try InputFile(file.path)
    }

    private static func fetch(_ request: URLRequest, shown: String) async throws -> (URL, HTTPURLResponse) {
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let holder = TaskHolder()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.downloadTask(with: request) { location, response, error in
                    do {
                        if let error { throw error }
                        guard let location, let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-\(UUID().uuidString)")
                        try FileManager.default.moveItem(at: location, to: kept)
                        continuation.resume(returning: (kept, response))
                    } catch {
                        let reason = error.localizedDescription.printable
                        continuation.resume(throwing: PipelineFailure(.remoteUnavailable, "\(shown): no answer: \(reason)"))
                    }
                }
                holder.start(task)
            }
        } onCancel: {
            holder.cancel()
        }
    }

    private static func check(_ response: HTTPURLResponse, file: URL, shown: String) throws {
        let status = response.statusCode
        guard !(200..<300).contains(status) else { return }
        let kind: PipelineFailure.Kind = status == 401 || status == 403 ? .credentialsRefused : .remoteUnavailable
        throw PipelineFailure(kind, "\(shown): the server answered \(status)\(quote(file))")
    }

    /// The first characters of an error page, cleaned.
    private static func quote(_ file: URL) -> String {
        guard let handle = try? FileHandle(forReadingFrom: file), let data = try? handle.read(upToCount: 400) else { return "" }
        let text = String(decoding: data, as: UTF8.self).prefix(80).printable.trimmingSpaces
        return text.isEmpty ? "" : ": \(text)"
    }
}
