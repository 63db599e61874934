import Foundation
import Pipeline
import Synchronization
import TestSupport
import Testing
import WebAddresses

@testable import HTTP

@Suite("The folder of a cache") struct CacheFolderTests {
    private static var response: HTTPResponse { .scripted(200, ["ETag": "\"a\"", "Content-Type": "text/plain"], body: "the body\nof it") }

    /// A server that only answers requests without conditions.
    private static var server: ScriptedTransport {
        ScriptedTransport { request, _ in request.headers["If-None-Match"] == nil ? .scripted(body: "new") : .scripted(500) }
    }

    @Test("is for this user alone, and so are its files") func modes() async throws {
        let example = try CacheExample()
        try await example.store(Self.response, to: .example(token: "t"))
        let names = try example.names()
        #expect(names.count == 2)
        #expect(try example.mode("cache") == 0o700)
        for name in names { #expect(try example.mode("cache/\(name)") == 0o600) }
    }

    @Test("that exists keeps its mode, and may be given with a slash") func existing() async throws {
        let example = try CacheExample()
        try FileManager.default.createDirectory(
            atPath: example.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let server = ScriptedTransport { _, _ in .scripted(body: "x") }
        let settings = CacheSettings(folder: MaskedText("\(example.path)//"))
        _ = try await CachingTransport(settings, next: server, secrets: LearnedSecrets()).send(.example()).text()
        #expect(try example.mode("cache") == 0o755)
        #expect(try example.entries().count == 1)
    }

    @Test("holds no secret and no request header") func secrets() async throws {
        let example = try CacheExample()
        var request = try HTTPRequest.example("/items?access_token=PUBLIC-7", token: "SECRET-1")
        request.credentials.append(.query(name: "api_key", value: "SECRET-2"))
        request.headers["X-Note"] = "REQUEST-3"
        let server = ScriptedTransport { request, _ in
            .scripted(200, ["Link": "<\(request.wireAddress.text)&page=2>; rel=\"next\"", "Set-Cookie": "SECRET-4"], body: "[]")
        }
        _ = try await example.transport(server, keep: .all).send(request).text()
        for name in try example.names() {
            let text = String(decoding: try Data(contentsOf: example.scratch.file("cache/\(name)")), as: UTF8.self)
            for secret in ["SECRET", "REQUEST"] { #expect(!text.contains(secret) && !name.contains(secret)) }
            if name.hasSuffix(".response") { #expect(text.contains(#""url":"https://api.example.org/items?access_token=***""#)) }
        }
    }

    @Test("never uses an entry with any damage, and names it") func damage() async throws {
        let example = try CacheExample()
        try await example.store(Self.response, to: .example())
        let name = try #require(try example.entries().first)
        let entry = try example.onlyEntry()
        func expectFailure(_ bytes: [UInt8], _ what: String) async throws {
            try example.write(bytes, to: name)
            let failure = await #expect(throws: PipelineFailure.self, "\(what)") { try await example.offline().send(.example()) }
            #expect(failure?.kind == .inputMissing && failure?.message.contains("\(name): it is damaged") == true, "\(what)")
        }
        for place in entry.indices {
            var damaged = entry
            damaged[place] ^= 0x01
            try await expectFailure(damaged, "changed at \(place)")
            try await expectFailure(Array(entry[..<place]), "cut at \(place)")
        }
        try await expectFailure(entry + [0x0A], "longer")
        // Damage never leads to conditions, and the entry is written again.
        #expect(try await example.transport(Self.server).send(.example()).text() == "new")
        #expect(try await example.offline().send(.example()).text() == "new")
        try example.write(entry, to: name)
        #expect(try await example.offline().send(.example()).text() == "the body\nof it")
    }

    @Test("does not mistake the file of one response for another") func renamed() async throws {
        let example = try CacheExample()
        try await example.store(Self.response, to: .example())
        let entry = try example.onlyEntry()
        let other = CacheKey(try .example("/other"), identity: nil)
        try example.write(entry, to: CacheFolder.name(of: other))
        await #expect(throws: PipelineFailure.self) { try await example.offline().send(.example("/other")) }
    }

    @Test("names a file that cannot be read, and offline it ends the run", arguments: ["folder", "pipe", "link", "dangling link"])
    func foreign(_ kind: String) async throws {
        let example = try CacheExample()
        try await example.store(Self.response, to: .example())
        let entry = try example.onlyEntry()
        let path = "\(example.path)/\(CacheFolder.name(of: CacheKey(try .example(), identity: nil)))"
        let target = try example.scratch.write(String(decoding: entry, as: UTF8.self), to: "target")
        try FileManager.default.removeItem(atPath: path)
        switch kind {
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
        case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: example.scratch.file("nothing").path)
        }
        let failure = await #expect(throws: PipelineFailure.self) { try await example.offline().send(.example()) }
        #expect(failure?.kind == .inputMissing)
        #expect(failure?.message.contains(path) == true)
        // Nothing is written through a link, and the run says what is in the way.
        let warnings = Mutex<[String]>([])
        let settings = CacheSettings(folder: MaskedText(example.path))
        let cache = CachingTransport(settings, next: Self.server, secrets: LearnedSecrets()) { warning in
            warnings.withLock { $0.append(warning) }
        }
        _ = try await cache.send(.example())
        let body = try await cache.send(.example()).body
        #expect(warnings.withLock { $0 } == ["the cache asks the server, because it \(failure?.message ?? "")"])
        #expect(try await body.read() == Array("new".utf8))
        let error = await #expect(throws: TransportError.self) { try await body.read() }
        guard case .cannotCache(let reason, let folder)? = error?.reason else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(reason.reason == "what stands there is no regular file")
        #expect(folder == example.path)
        #expect(try example.scratch.read("target") == String(decoding: entry, as: UTF8.self))
        #expect(!FileManager.default.fileExists(atPath: example.scratch.file("nothing").path))
        #expect(try example.names().allSatisfy { !$0.hasPrefix(".tabpipe") })
    }

    @Test("that cannot be made is named") func noFolder() async throws {
        let settings = CacheSettings(folder: MaskedText("/dev/null/cache"))
        let failure = await #expect(throws: PipelineFailure.self) {
            try await CachingTransport(settings, next: Self.server, secrets: LearnedSecrets()).send(.example())
        }
        #expect(failure?.kind == .cannotCreate)
        #expect(failure?.message.contains("/dev/null") == true)
    }

    @Test("is whole after a crash at any moment, and what was left is removed") func crashes() async throws {
        let example = try CacheExample()
        try await example.store(Self.response, to: .example())
        let name = try #require(try example.entries().first)
        let new = try example.onlyEntry()
        for length in stride(from: 0, through: new.count, by: 37) {
            // A killed run leaves a temporary file without a lock, of any length, beside the old entry or none.
            for isFirst in [true, false] {
                if isFirst {
                    try FileManager.default.removeItem(atPath: "\(example.path)/\(name)")
                } else {
                    try example.write(new, to: name)
                }
                try example.write(Array(new[..<length]), to: ".tabpipe-crash\(length).tmp")
                if isFirst {
                    await #expect(throws: TransportError.self) { try await example.offline().send(.example()) }
                } else {
                    #expect(try await example.offline().send(.example()).text() == "the body\nof it")
                }
                #expect(try await example.transport(Self.server).send(.example("/other")).text() == "new")
                #expect(try example.names().allSatisfy { !$0.hasPrefix(".tabpipe") })
            }
        }
    }

    @Test("has one whole entry when runs write it at the same time") func concurrentRuns() async throws {
        let example = try CacheExample()
        let bodies = (0..<12).map { String(repeating: "body \($0) ", count: 40 * ($0 + 1)) }
        let caches = bodies.map { body in
            example.transport(ScriptedTransport { _, _ in .scripted(200, ["ETag": "\"\(body.count)\""], body: body) })
        }
        let request = try HTTPRequest.example(token: "t")
        try await withThrowingTaskGroup { group in
            for cache in caches { group.addTask { _ = try await cache.send(request).text() } }
            try await group.waitForAll()
        }
        #expect(try example.names().count == 2)
        let stored = try await example.offline().send(request)
        let text = try await stored.text()
        #expect(bodies.contains(text))
        #expect(stored.head.headers["ETag"] == "\"\(text.count)\"")
    }

    @Test("stays readable for a body that is being read while the entry is replaced") func replacedWhileRead() async throws {
        let example = try CacheExample()
        try await example.store(.scripted(body: "old"), to: .example())
        let old = try await example.offline().send(.example())
        try await example.store(.scripted(body: "another"), to: .example())
        #expect(try await old.text() == "old")
        #expect(try await example.offline().send(.example()).text() == "another")
    }

    @Test("has one random text, whatever a crash left of it", arguments: ["", "0af9", String(repeating: "z", count: 64) + "\n"])
    func salt(_ left: String) async throws {
        let example = try CacheExample()
        try await example.store(Self.response, to: .example())
        #expect(try example.names() == example.entries())
        try example.write(Array(left.utf8), to: "salt")
        #expect(try CacheFolder(example.path).salt() == nil)
        await #expect(throws: Never.self) { try await example.store(Self.response, to: .example(token: "t")) }
        let salt = try #require(try CacheFolder(example.path).salt())
        #expect(salt.utf8.count == 64)
        #expect(try CacheFolder(example.path).makeSalt() == salt)
        #expect(try await example.offline().send(.example(token: "t")).text() == "the body\nof it")
    }

    @Test("is named by its content alone: two recordings have equal files") func equalRecordings() async throws {
        let one = try CacheExample()
        let other = try CacheExample()
        try await one.store(.scripted(200, ["ETag": "\"a\""], body: "x"), to: .example())
        try await other.store(.scripted(200, ["ETag": "\"a\""], body: "x"), to: .example())
        #expect(try one.names() == other.names())
        #expect(try one.onlyEntry() == other.onlyEntry())
    }

    @Test("leaves out a response with a head above the limit") func longHead() async throws {
        let example = try CacheExample()
        let link = String(repeating: "x", count: CacheEntry.maxLineBytes)
        try await example.store(.scripted(200, ["Link": link], body: "x"), to: .example())
        #expect(try example.names() == [])
    }
}
