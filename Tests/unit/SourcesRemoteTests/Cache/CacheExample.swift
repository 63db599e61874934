import Foundation
import Pipeline
import TestSupport
import Testing
import WebAddresses

@testable import HTTP

/// A cache folder in a scratch folder, and a clock.
struct CacheExample: ~Copyable {
    let scratch: ScratchFolder
    let clock = ScriptedClock()
    /// The secrets of the run.
    var secrets = LearnedSecrets()

    init() throws { scratch = try ScratchFolder() }

    /// The path of the cache folder. It does not exist at first.
    var path: String { scratch.file("cache").path }

    func transport(
        _ next: (any HTTPTransport)?, _ mode: CacheSettings.Mode = .revalidate, fresh: Double = 0, keep: CacheSettings.Keep = .allowed
    ) -> CachingTransport {
        CachingTransport(
            CacheSettings(folder: MaskedText(path), mode: mode, freshSeconds: fresh, keep: keep), next: next, clock: clock.clock(),
            secrets: secrets)
    }

    /// A cache that may ask nothing.
    func offline() -> CachingTransport { transport(nil, .offline) }

    /// Stores the response to one request.
    func store(_ response: HTTPResponse, to request: HTTPRequest, keep: CacheSettings.Keep = .allowed) async throws {
        let upstream = ScriptedTransport { _, _ in response }
        _ = try await transport(upstream, keep: keep).send(request).text()
    }

    /// The names of the stored responses.
    func entries() throws -> [String] { try names().filter { $0.hasSuffix(".response") } }

    func names() throws -> [String] { FileManager.default.fileExists(atPath: path) ? try scratch.names("cache") : [] }

    /// The bytes of the only stored response.
    func onlyEntry() throws -> [UInt8] {
        let names = try entries()
        try #require(names.count == 1)
        return Array(try Data(contentsOf: scratch.file("cache/\(names[0])")))
    }

    /// Replaces the bytes of a file in the cache folder.
    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: scratch.file("cache/\(name)")) }

    /// The permission bits of a file or folder.
    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: scratch.file(name).path)[.posixPermissions] as? Int
    }
}

extension HTTPResponse {
    /// The whole body.
    func text() async throws -> String {
        var bytes: [UInt8] = []
        while true {
            let piece = try await body.read()
            if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece
        }
    }
}

extension HTTPRequest {
    /// A request of a test.
    static func example(_ path: String = "/items", token: String? = nil, method: String = "GET") throws -> HTTPRequest {
        var request = HTTPRequest(try #require(WebAddress("https://api.example.org\(path)")))
        request.method = method
        if let token { request.credentials = [.header(name: "Authorization", value: "Bearer \(token)")] }
        return request
    }
}
