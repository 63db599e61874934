import HTMLParsing
import JSONParsing
import Testing

@testable import Pipeline
@testable import Stages

@Suite("The stage select_html") struct SelectHTMLStageTests {
    private static let shop = """
        <head><base href="/shop/"><title>Shop</title><meta property="og:image" content="/og.png"></head>
        <h1 class="title"> Chairs <br>and  <b>tables</b></h1><p class=lead>One <script>x()</script>two</p><p>Three</p>
        <ul><li class=product data-sku=A1><h2>Chair</h2><a href="chair">more</a><img src="c.png" srcset="c.png 1x, /d.png 2x"><i>5</i><i>6</i></li>
        <li class=product><h2>Table</h2></li></ul>
        """

    private struct Result {
        var text: String
        var warnings: [String]
        var notes: [String]
    }

    private static func run(_ options: String, _ html: [String?] = [shop], field: String = "html") throws -> Result {
        let stage = try SelectHTMLStage(json: #"{"field": "\#(field)", \#(options)}"#)
        var results: [String] = []
        for html in html {
            let value = JSONObject([("html", html.map { .string($0) } ?? .null)])
            var record = Record(.object(value), origin: Origin(base: try BaseAddress("https://x.example/a/b")))
            _ = try stage.process(&record)
            try record.remove(["html"])
            results.append(record.value.compactText)
        }
        return Result(text: results.joined(separator: "\n"), warnings: stage.hooks.closingWarnings, notes: stage.notes)
    }

    @Test(
        "reads fields",
        arguments: [
            (#"{"t": "h1"}"#, #"{"t":"Chairs and tables"}"#),
            (#"{"t": "h1.title", "u": ".lead, li h2"}"#, #"{"t":"Chairs and tables","u":"One two"}"#),
            (#"{"t": {"select": "title"}}"#, #"{"t":"Shop"}"#),
            (#"{"t": {"select": "h1", "take": "html"}}"#, #"{"t":" Chairs <br>and  <b>tables</b>"}"#),
            (#"{"t": {"select": "script"}}"#, #"{"t":"x()"}"#),
            (#"{"t": {"select": "a", "attribute": "href"}}"#, #"{"t":"https://x.example/shop/chair"}"#),
            (
                #"{"t": {"select": "[property='og:image']", "attribute": "content"}}"#, #"{"t":"/og.png"}"#
            ),
            (
                #"{"t": {"select": "img", "attribute": "srcset"}}"#,
                #"{"t":"https://x.example/shop/c.png 1x, https://x.example/d.png 2x"}"#
            ),
            (#"{"t": {"select": "a", "attribute": "HREF"}}"#, #"{"t":"https://x.example/shop/chair"}"#),
            (#"{"t": {"select": "i", "all": true}}"#, #"{"t":["5","6"]}"#),
            (#"{"t": {"select": "u", "all": true}}"#, #"{"t":[]}"#),
            (#"{"t": {"select": "li", "attribute": "data-sku", "all": true}}"#, #"{"t":["A1"]}"#),
            (#"{"t": {"select": "i", "take": "count"}, "u": {"select": "u", "take": "count"}}"#, #"{"t":2,"u":0}"#),
            (#"{"t": {"select": "i", "take": "exists"}, "u": {"select": "u", "take": "exists"}}"#, #"{"t":true,"u":false}"#),
            (#"{"t": "u", "u": {"select": "u", "default": 0}, "v": {"select": "h1", "attribute": "id"}}"#, #"{"t":null,"u":0,"v":null}"#),
            (
                #"{"t": {"select": ".product", "all": true, "fields": {"name": "h2", "sku": {"attribute": "data-sku"}, "price": ":scope > i"}}}"#,
                #"{"t":[{"name":"Chair","sku":"A1","price":"5"},{"name":"Table","sku":null,"price":null}]}"#
            ),
            (
                #"{"t": {"select": "ul", "fields": {"all": {"select": "li", "all": true, "fields": {"i": {"select": "i", "all": true}}}}}}"#,
                #"{"t":{"all":[{"i":["5","6"]},{"i":[]}]}}"#
            ),
            (#"{"t": {"select": "ol", "fields": {"x": "li"}}}"#, #"{"t":null}"#),
            (#"{"t": {"take": "text"}}"#, #"{"t":"Shop Chairs and tables One two Three Chair more56 Table"}"#),
        ])
    func reads(_ fields: String, _ result: String) throws {
        let text = try Self.run(#""fields": \#(fields)"#).text
        #expect(text == result)
    }

    @Test(
        "finds the elements of a whole page",
        arguments: [
            ("<!DOCTYPE html><title>T</title>x", "T"), (" <!-- c --> <HTML lang=en><title>T</title>", "T"),
            ("<head><title>T</title></head>", "T"), ("<body><title>T</title>", nil), ("<title>T</title><p>", nil),
            ("<header><title>T</title>", nil),
            ("<?xml version='1.0'?><html><head><title>T</title></head></html>", "T"),
        ])
    func pages(_ html: String, _ title: String?) throws {
        let fields = #"{"t": "html > head > title"}"#
        #expect(try Self.run(#""fields": \#(fields)"#, [html]).text == #"{"t":\#(title.map { "\"\($0)\"" } ?? "null")}"#)
    }

    @Test("puts the fields into an object, or into each element of a list") func places() throws {
        #expect(try Self.run(#""fields": {"t": "h2"}, "into": "page""#).text == #"{"page":{"t":"Chair"}}"#)
        var record = Record(try JSONValue(parsing: #"{"a":[{"h":"<b>1</b>"},{"h":null}],"p":["<b>2</b>"]}"#))
        let inner = try SelectHTMLStage(json: #"{"field": ".a[].h", "fields": {"b": "b"}}"#)
        _ = try inner.process(&record)
        let bare = try SelectHTMLStage(json: #"{"field": ".p[]", "fields": {"b": "b"}}"#)
        _ = try bare.process(&record)
        #expect(record.value.compactText == #"{"a":[{"h":"<b>1</b>","b":"1"},{"h":null,"b":null}],"p":[{"b":"2"}]}"#)
        #expect(inner.hooks.changedFields?.map(\.description) == [".a[]"])
    }

    @Test("warns of selectors that matched in no page, once and by their place") func warns() throws {
        let fields =
            #"{"t": "h1", "u": "u", "p": {"select": "p", "all": true, "fields": {"b": "b"}}, "o": {"select": "ol", "fields": {"x": "li"}}}"#
        let result = try Self.run(#""fields": \#(fields)"#, ["<p>a</p>", "<h1>b</h1><p>c</p>", nil])
        #expect(
            result.text
                == #"{"t":null,"u":null,"p":[{"b":null}],"o":null}"# + "\n" + #"{"t":"b","u":null,"p":[{"b":null}],"o":null}"# + "\n"
                + #"{"t":null,"u":null,"p":[],"o":null}"#)
        #expect(
            result.warnings == [
                "fields.u: no element matched \"u\" in 2 pages", "fields.p.fields.b: no element matched \"b\" in 2 pages",
                "fields.o: no element matched \"ol\" in 2 pages",
            ])
        #expect(try Self.run(#""fields": {"u": "u"}"#, [nil]).warnings == [])
    }

    @Test(
        "rejects records that lack what is wanted",
        arguments: [
            (#"{"t": "h1.x"}"#, ".html: fields.t: no element matches \"h1.x\""),
            (
                #"{"t": {"select": "h1", "attribute": "id"}}"#, ".html: fields.t: the element that matches \"h1\" has no attribute id"
            ),
            (
                #"{"t": {"select": "li", "all": true, "fields": {"i": "i"}}}"#, ".html: fields.t.fields.i: no element matches \"i\""
            ),
        ])
    func rejects(_ fields: String, _ message: String) throws {
        let error = #expect(throws: RecordError.self) { try Self.run(#""fields": \#(fields), "on_missing": "reject""#) }
        #expect(error?.description == message)
        #expect(try Self.run(#""fields": {"t": {"select": "u", "default": 1}}, "on_missing": "reject""#).text == #"{"t":1}"#)
    }

    @Test("limits the texts that a page gives many times") func growth() throws {
        let html = String(repeating: "<div>", count: 400) + String(repeating: "text ", count: 20_000)
        let error = #expect(throws: RecordError.self) { try Self.run(#""fields": {"t": {"select": "div", "all": true}}"#, [html]) }
        #expect(error?.description == ".html: fields.t: the fields have more than 8 times as many bytes as the page")
    }

    @Test(
        "refuses options with their place",
        arguments: [
            (#""fields": {"t": "p:frist-child"}"#, "1:37", "no pseudo-class is called \":frist-child\"; did you mean \":first-child\"?"),
            (#""fields": {"t": {"select": "p::text"}}"#, "1:48", "\"::text\" is a pseudo-element, and selects no element of a document"),
            (#""fields": {"t": "a[href=1]"}"#, "1:43", "expected a value: a name, or a text in quotation marks, found \"1\""),
            (#""fields": {}"#, "", "expected at least one field"), (#""fields": {"t": 7}"#, "", "expected a string, or an object, found 7"),
            (#""fields": {"t": {"selekt": "p"}}"#, "", "did you mean \"select\"?"),
            (#""fields": {"t": {"select": "p", "take": "html", "attribute": "x"}}"#, "", "expected one of"),
            (#""fields": {"t": {"select": "p", "take": "count", "all": true}}"#, "", "\"count\" is of all matches; leave \"all\" out"),
            (#""fields": {"t": {"select": "p", "take": "exists", "default": 1}}"#, "", "leave \"default\" out"),
            (#""fields": {"t": {"select": "p", "fields": {}}}"#, "", "expected at least one field"),
            (#""fields": {"t": {"select": "p", "take": "txt"}}"#, "", "did you mean \"text\"?"),
        ])
    func refuses(_ options: String, _ place: String, _ message: String) {
        let error = #expect(throws: PipelineFileError.self) { try Self.run(options) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains(message), "\(text)")
        #expect(text.contains(place), "\(text)")
    }
}
