import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline

@Suite("Signs of a failure in a response with a good status") struct FailureSignTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        let api: String
        let page: String
        let items: String
        /// The sign, and what the server says.
        var phrase: String?
        var words: String?
        var testDescription: String { api }

        init(_ api: String, _ page: String, _ items: String, _ phrase: String? = nil, _ words: String? = nil) {
            (self.api, self.page, self.items, self.phrase, self.words) = (api, page, items, phrase, words)
        }

        func sign(isEmpty: Bool) throws -> FailureSign? {
            let place = ResponseContentPath(of: try RecordQuery(items))
            return FailureSign.find(in: try JSONValue(parsing: Array(page.utf8)), around: place, isEmpty: isEmpty)
        }
    }

    /// Answers without content, as the documentation of APIs shows them.
    static let failures = [
        Answer("Slack", #"{"ok":false,"error":"ratelimited","messages":[]}"#, ".messages[]", ".ok is false", "ratelimited"),
        Answer(
            "Telegram", #"{"ok":false,"error_code":401,"description":"Unauthorized"}"#, ".result[]", ".ok is false", "Unauthorized"),
        Answer(
            "Flickr", #"{"stat":"fail","code":100,"message":"Invalid API Key"}"#, ".photos.photo[]", #".stat is "fail""#, "Invalid API Key"),
        Answer(
            "Google Maps", #"{"error_message":"The key is invalid.","results":[],"status":"REQUEST_DENIED"}"#, ".results[]",
            #".error_message is "The key is invalid.""#, "The key is invalid."),
        Answer(
            "Google Places", #"{"results":[],"status":"OVER_QUERY_LIMIT"}"#, ".results[]", #".status is "OVER_QUERY_LIMIT""#,
            "OVER_QUERY_LIMIT"),
        Answer(
            "GraphQL", #"{"data":{"viewer":null},"errors":[{"message":"Something went wrong"}]}"#, ".data.viewer", "it has .errors",
            "Something went wrong"),
        Answer("OMDb", #"{"Response":"False","Error":"Invalid API key!"}"#, ".Search[]", #".Response is "False""#, "Invalid API key!"),
        Answer("last.fm", #"{"error":10,"message":"Invalid API key"}"#, ".artists.artist[]", ".error is 10", "Invalid API key"),
        Answer(
            "Stack Exchange", #"{"error_id":502,"error_name":"throttle_violation","error_message":"too many requests"}"#, ".items[]",
            ".error_id is 502", "too many requests"),
        Answer(
            "WeChat", #"{"errcode":40001,"errmsg":"invalid credential","data":[]}"#, ".data[]", ".errcode is 40001", "invalid credential"),
        Answer(
            "Baidu", #"{"error_code":110,"error_msg":"Access token invalid"}"#, ".result[]", ".error_code is 110", "Access token invalid"),
        Answer(
            "codes of an API's own", #"{"code":40100,"msg":"token expired","data":[]}"#, ".data[]", ".code is 40100", "token expired"),
        Answer(
            "Elasticsearch", #"{"timed_out":true,"_shards":{"failed":0},"hits":{"hits":[]}}"#, ".hits.hits[]", ".timed_out is true", nil),
        Answer(
            "Elasticsearch, shards", #"{"timed_out":false,"_shards":{"total":5,"failed":2},"hits":{"hits":[]}}"#, ".hits.hits[]",
            "._shards.failed is 2", nil),
        Answer(
            "a notice", #"{"message":"API rate limit exceeded","items":[]}"#, ".items[]", #".message is "API rate limit exceeded""#,
            "API rate limit exceeded"),
        Answer(
            "Alpha Vantage", #"{"Note":"Our standard API call frequency is 5 calls a minute: limit exceeded.","data":[]}"#, ".data[]",
            #".Note is "Our standard API call frequency is 5 calls a minute: limit exceeded.""#,
            "Our standard API call frequency is 5 calls a minute: limit exceeded."),
        Answer("a code without a message", #"{"retcode":-1,"items":[]}"#, ".items[]", ".retcode is -1", nil),
        Answer("a code in a header", #"{"header":{"resultCode":"22"},"items":[]}"#, ".items[]", #".header.resultCode is "22""#, "22"),
        Answer("a search that took too long", #"{"timeout":true,"items":[]}"#, ".items[]", ".timeout is true", nil),
        Answer("an answer that is not complete", #"{"complete":false,"items":[]}"#, ".items[]", ".complete is false", nil),
        Answer(
            "warnings", #"{"warnings":["partial results: shard 3 is down"],"items":[]}"#, ".items[]", "it has .warnings", nil),
        Answer("CouchDB", #"{"error":"not_found","reason":"missing"}"#, ".rows[]", #".error is "not_found""#, "not_found: missing"),
        Answer(
            "MediaWiki", #"{"error":{"code":"badtoken","info":"Invalid CSRF token."}}"#, ".query.pages[]", "it has .error",
            "badtoken: Invalid CSRF token."),
        Answer(
            "Jira", #"{"errorMessages":["The value 'X' does not exist"],"errors":{}}"#, ".issues[]", "it has .errorMessages",
            "The value 'X' does not exist"),
        Answer(
            "Yahoo Finance", #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}"#, ".chart.result[]",
            "it has .chart.error", "Not Found: No data found"),
        Answer(
            "Solr", #"{"responseHeader":{"status":400},"error":{"msg":"undefined field","code":400}}"#, ".response.docs[]", "it has .error",
            "undefined field"),
        Answer(
            "Instagram", #"{"meta":{"error_type":"OAuthException","code":400,"error_message":"The token is invalid"},"data":[]}"#,
            ".data[]",
            #".meta.error_type is "OAuthException""#, "The token is invalid"),
        Answer(
            "Zoho", #"{"code":"INVALID_TOKEN","message":"invalid oauth token","status":"error"}"#, ".data[]", #".code is "INVALID_TOKEN""#,
            "INVALID_TOKEN: invalid oauth token"),
        Answer("HubSpot", #"{"status":"error","message":"Expired"}"#, ".results[]", #".status is "error""#, "Expired"),
        Answer(
            "Notion", #"{"object":"error","status":401,"code":"unauthorized","message":"The token is invalid."}"#, ".results[]",
            #".object is "error""#, "unauthorized: The token is invalid."),
        Answer("JSend", #"{"status":"fail","data":{"title":"required"}}"#, ".data.posts[]", #".status is "fail""#, "fail"),
        Answer(
            "Cloudflare", #"{"success":false,"errors":[{"code":10000,"message":"Authentication error"}],"result":[]}"#, ".result[]",
            ".success is false", "Authentication error"),
        Answer("texts of flags", #"{"success":"false","items":[]}"#, ".items[]", #".success is "false""#, "false"),
        Answer("numbers of flags", #"{"ok":0,"items":[]}"#, ".items[]", ".ok is 0", nil),
        Answer("the value to merge", #"{"ok":false,"error":"gone"}"#, "{body}", ".ok is false", "gone"),
        Answer(
            "OData", #"{"odata.error":{"code":"Request_Denied","message":{"lang":"en","value":"No."}}}"#, ".value[]",
            #"it has ."odata.error""#, "Request_Denied"),
    ]

    @Test("are found with the server's words", arguments: failures) func failure(_ answer: Answer) throws {
        let sign = try answer.sign(isEmpty: true)
        #expect(sign?.fact { $0 } == answer.phrase)
        #expect(sign?.words == answer.words)
    }

    @Test(
        "are found beside content, if they can mean nothing else",
        arguments: [
            Answer("flag", #"{"ok":false,"items":[1]}"#, ".items[]", ".ok is false"),
            Answer("GraphQL", #"{"data":{"a":{"nodes":[1]}},"errors":[{"message":"x"}]}"#, ".data.a.nodes[]", "it has .errors"),
            Answer("a code", #"{"code":40100,"msg":"token expired","data":[1]}"#, ".data[]"),
            Answer("on the path", #"{"a":{"error":"x","b":[1]}}"#, ".a.b[]", #".a.error is "x""#),
            Answer("a record on the path", #"{"build":{"status":"failed","steps":[1]}}"#, ".build.steps[]"),
        ])
    func partial(_ answer: Answer) throws {
        #expect(try answer.sign(isEmpty: false)?.fact { $0 } == answer.phrase)
    }

    /// Answers that report no failure, with and without content.
    static let healthy = [
        Answer("Slack", #"{"ok":true,"messages":[],"response_metadata":{"next_cursor":""}}"#, ".messages[]"),
        Answer("Cloudflare", #"{"success":true,"errors":[],"messages":[],"result":[],"result_info":{"count":0}}"#, ".result[]"),
        Answer("Stripe", #"{"object":"list","has_more":false,"data":[],"url":"/v1/charges"}"#, ".data[]"),
        Answer("GitHub", #"{"total_count":0,"incomplete_results":false,"items":[]}"#, ".items[]"),
        Answer("Solr", #"{"responseHeader":{"status":0,"QTime":3},"response":{"numFound":0,"docs":[]}}"#, ".response.docs[]"),
        Answer("Elasticsearch", #"{"timed_out":false,"_shards":{"total":5,"failed":0},"hits":{"hits":[]}}"#, ".hits.hits[]"),
        Answer("Google Maps", #"{"status":"ZERO_RESULTS","results":[]}"#, ".results[]"),
        Answer("Google Places", #"{"status":"OK","html_attributions":[],"results":[]}"#, ".results[]"),
        Answer("MediaWiki", #"{"batchcomplete":"","query":{"pages":[]}}"#, ".query.pages[]"),
        Answer("WeChat", #"{"errcode":0,"errmsg":"ok","data":[]}"#, ".data[]"),
        Answer("codes from 0", #"{"code":0,"msg":"success","data":[]}"#, ".data[]"),
        Answer("codes from 1", #"{"code":1,"msg":"操作成功","data":[]}"#, ".data[]"),
        Answer("codes of HTTP", #"{"code":200,"message":"OK","data":[]}"#, ".data[]"),
        Answer("codes as texts", #"{"code":"0000","message":"done","data":[]}"#, ".data[]"),
        Answer("a status of HTTP", #"{"status":200,"items":[]}"#, ".items[]"),
        Answer("a status of a thing", #"{"status":"active","items":[]}"#, ".items[]"),
        Answer("a status of a job", #"{"status":"completed","results":[]}"#, ".results[]"),
        Answer("JSend", #"{"status":"success","data":{"posts":[]}}"#, ".data.posts[]"),
        Answer("flags as numbers and texts", #"{"success":1,"ok":"ok","succeeded":"true","items":[]}"#, ".items[]"),
        Answer("no error: null", #"{"error":null,"errors":null,"items":[]}"#, ".items[]"),
        Answer("no error: empty", #"{"error":"","errors":[],"fault":{},"items":[]}"#, ".items[]"),
        Answer("no error: false and 0", #"{"error":false,"errors":0,"error_code":200,"items":[]}"#, ".items[]"),
        Answer("no error: an object of nothing", #"{"error":{"code":0,"message":""},"items":[]}"#, ".items[]"),
        Answer("no error: a word", #"{"error":"none","errmsg":"OK","items":[]}"#, ".items[]"),
        Answer("records", #"{"items":[{"ok":false,"error":"x"}]}"#, ".items[]"),
        Answer("a list of errors", #"{"errors":[{"id":1,"message":"x"}]}"#, ".errors[]"),
        Answer("a list of failures, by a program", #"{"failures":[{"id":1}]}"#, "[.failures[]] | .[]"),
        Answer("a record", #"{"ok":false,"error":"x","status":"failed"}"#, "."),
        Answer("the values of an object", #"{"a":{"error":"x"},"error":{"id":1}}"#, ".[]"),
        Answer("a field that is read", #"{"error":"x","body":"y"}"#, "{body, error}"),
        Answer("a message", #"{"message":"No results found","items":[]}"#, ".items[]"),
        Answer("notices", #"{"note":"Prices are in cents","warnings":["v1 ends in May"],"complete":true,"items":[]}"#, ".items[]"),
        Answer("a code of a result", #"{"resultCode":"0000","returncode":0,"items":[]}"#, ".items[]"),
        Answer("an array", #"[{"error":"x"}]"#, ".[]"),
        Answer("type and object", #"{"type":"FeatureCollection","object":"page","features":[]}"#, ".features[]"),
        Answer("counts", #"{"failed":0,"failures":[],"total":0,"items":[]}"#, ".items[]"),
    ]

    @Test("are none in healthy answers", arguments: healthy, [true, false]) func isHealthy(_ answer: Answer, isEmpty: Bool) throws {
        #expect(try answer.sign(isEmpty: isEmpty) == nil)
    }

    @Test("are none in the answers of known APIs") func recordings() throws {
        let files = ["case-studies", "threads"].map { ProjectFolder.root.appendingPathComponent("pipelines/samples/\($0).json") }
        for file in files {
            let page = try JSONValue(parsing: Array(String(contentsOf: file, encoding: .utf8).utf8))
            #expect(FailureSign.find(in: page, around: .unknown(in: page), isEmpty: false) == nil, "\(file.lastPathComponent)")
        }
    }
}
