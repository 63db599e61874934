@testable import HTTP
@testable import HTTPReading
import JSONParsing
@testable import Pipeline
@testable import SourcesRemote
import TestSupport
import Testing
import WebAddresses

@Suite("A request with parameters in its texts") struct ParameterRequestTests {
    static func reader(_ json: String, _ values: [QueryConstants.Constant]) throws -> OptionReader {
        var options = try OptionReader(json: json)
        options.values.add(values)
        return options
    }

    @Test("has the same host, path depth, items and header fields for a hostile value", arguments: HostileValues.all)
    func hostile(_ value: String) throws {
        var options = try Self.reader(
            #"{"url": "https://api.test/repos/{{$v}}/issues?state={{$v}}", "query": {"q": "a {{$v}}"}, "headers": {"X-Tenant": "t{{$v}}"}, "method": "POST", "body": {"json": {"q": "{{$v}}"}}}"#,
            [QueryConstants.Constant(name: "v", value: .string(value))])
        let request = RequestOptions(&options)
        let settings = ClientSettings.read(&options, url: request.url, isStreamed: false)
        // A value that does not fit is refused, and no request is made.
        if !options.problems.isEmpty { return }
        let first = request.template(settings).first
        #expect(first.address.origin == WebAddress("https://api.test/")?.origin)
        #expect(first.address.path.split(separator: "/").count == 3)
        #expect(first.address.queryValue("q") == "a \(value)" && first.address.queryValue("state") == value)
        #expect(first.address.query?.split(separator: "&").count == 2)
        #expect(settings.headers.fields.map(\.name) == ["X-Tenant"] && !value.utf8.contains { $0 < 0x20 })
        #expect(request.body.bytes.map { String(decoding: $0, as: UTF8.self) } == JSONValue.object(["q": .string(value)]).compactText)
    }

    @Test("names its list by values that may be shown, and by no secret") func identity() throws {
        func identity(_ owner: String, _ token: String) throws -> (ListIdentity, shown: String) {
            var options = try Self.reader(
                #"{"url": "https://api.test/{{$owner}}?k={{$token}}", "method": "POST", "body": {"json": {"q": "{{$owner}} {{$token}}"}}}"#,
                [
                    QueryConstants.Constant(name: "owner", value: .string(owner)),
                    QueryConstants.Constant(name: "token", value: .string(token), secrets: [token]),
                ])
            let request = RequestOptions(&options)
            try options.check()
            let settings = ClientSettings.read(&options, url: request.url, isStreamed: false)
            return (request.listIdentity(cursor: ".c", id: nil), request.template(settings).first.shown)
        }
        let first = try identity("acme", "s3cr3t-t0k3n")
        #expect(first.shown == "https://api.test/acme?k=***" && !"\(first.0)".contains("s3cr3t"))
        #expect(try identity("acme", "an0th3r-t0k3n").0 == first.0)
        #expect(try identity("other", "s3cr3t-t0k3n").0 != first.0)
    }
}
