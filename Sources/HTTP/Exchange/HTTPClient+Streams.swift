internal import Checksums
internal import Ground

extension HTTPClient {
    /// The limit in bytes up to which leading white space of JSON is read in search of content.
    private static let maxBlankBytes = 64 << 10

    /// Fetches a document as a stream. If the transfer breaks, the client repeats the request and continues after the bytes that it
    /// returned.
    ///
    /// Of the option `responses`, only rules without a condition apply: the body is not known before it is used.
    ///
    /// - Throws: As ``fetch(_:label:)``. The stream's reads throw the same failures.
    package func open(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        request.isStreamed = true
        request.timeouts.total = settings.streamSeconds
        let name = RequestName(request, secrets: secrets)
        var attempts = Attempts(start: network.clock.now())
        let stream = try await complete(request, name, &attempts) { reply in try await self.receiveStream(reply, name) }
        let response = stream.reply.response
        let address = stream.reply.request.address
        if stream.isSkipped {
            return HTTPResponse(head: response.head, body: EmptyBody(), address: address, cacheUse: response.cacheUse)
        }
        let body = ResumingBody(stream, client: self, request: request, name: name)
        var content = HTTPResponse(head: response.head, body: body, address: address, cacheUse: response.cacheUse)
        content.isEmpty = stream.first.isEmpty && !content.hasNoContent
        return content
    }

    /// Applies the rules to a head and reads the first bytes, so that a transfer that fails at its beginning is retried here.
    ///
    /// - Parameter given: The hash of the bytes that an earlier transfer gave, which are skipped; nil for a first transfer.
    func receiveStream(_ reply: HTTPExchange, _ name: RequestName, behind given: StreamHash? = nil) async throws -> AttemptResult<
        OpenStream
    > {
        switch settings.rules.verdict(status: reply.status, json: nil) {
        case .content, .judged: break
        case .end(let rule):
            guard given == nil else { return .fault(reply.fault(quote: await quote(reply))) }
            _ = await beginning(reply)
            throw ExchangeFailureMaker(name: name).nothingBegun(status: reply.status, rule: rule)
        case .skip(let rule) where given == nil && settings.isOnlyDocument:
            _ = await beginning(reply)
            throw ExchangeFailureMaker(name: name).nothingBegun(status: reply.status, rule: rule)
        case .skip, .empty:
            // A part of the document may be in use already. Passing over the rest would cut it without an error.
            guard given == nil else { return .fault(reply.fault(quote: await quote(reply))) }
            _ = await beginning(reply)
            return .done(OpenStream(reply: reply, first: [], isSkipped: true))
        case .failure: return .fault(reply.fault(quote: await quote(reply)))
        case .retry: return .fault(reply.fault(quote: await quote(reply), isRetryWanted: true))
        case .refused:
            _ = await beginning(reply)
            throw ExchangeFailureMaker(name: name).refused(status: reply.status, message: nil)
        }
        do {
            if let given { return .done(OpenStream(reply: reply, first: try await skip(given, reply, name))) }
            let head = reply.response.head
            var first = try await reply.response.body.read()
            // A body of white space alone counts as empty JSON, as in responses that are read whole.
            while head.isJSON, !first.isEmpty, first.count < Self.maxBlankBytes, first.span.isBlank {
                let more = try await reply.response.body.read()
                first = more.isEmpty ? [] : first + more
            }
            // Without a length, a server that fails after its head looks like an empty document. JSON is never empty.
            if first.isEmpty, head.bodyEndsWithConnection || head.isJSON, !HTTPResponse.emptyStatuses.contains(reply.status) {
                throw TransportError(.emptyBody(status: reply.status))
            }
            return .done(OpenStream(reply: reply, first: first))
        } catch let error as TransportError {
            record(reply, bytes: 0, error: error)
            throw error
        }
    }

    /// Skips the bytes that the stream has already returned.
    ///
    /// - Returns: The rest of the piece in which they end.
    /// - Throws: ``PipelineFailure`` if the document is another one now.
    private func skip(_ given: StreamHash, _ reply: HTTPExchange, _ name: RequestName) async throws -> [UInt8] {
        var hash = given.restarted
        while hash.count < given.count {
            let piece = try await reply.response.body.read()
            if piece.isEmpty { throw changed(reply, name) }
            let known = min(piece.count, given.count - hash.count)
            hash.add(piece.span.extracting(first: known))
            if hash.count < given.count { continue }
            guard hash.value == given.value else { throw changed(reply, name) }
            return Array(piece[known...])
        }
        return []
    }

    private func changed(_ reply: HTTPExchange, _ name: RequestName) -> PipelineFailure {
        reply.response.body.cancel()
        record(reply, bytes: 0)
        return ExchangeFailureMaker(name: name).changed()
    }
}
