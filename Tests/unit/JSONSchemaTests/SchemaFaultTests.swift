import JSONParsing
import JSONSchema
import Testing

@Suite("A faulty schema") struct SchemaFaultTests {
    @Test(
        "is refused with the place",
        arguments: [
            (#"{"minLenght":3}"#, ##".minLenght: no keyword that is checked is called "minLenght"; did you mean "minLength"?"##),
            (
                #"{"properties":{"a":{"unevaluatedProperties":false}}}"#,
                #".properties.a.unevaluatedProperties: no keyword that is checked is called "unevaluatedProperties"; write "additionalProperties""#
            ),
            (#"{"definitions":{}}"#, #".definitions: no keyword that is checked is called "definitions"; write "$defs""#),
            (#"{"x-own":1}"#, #"."x-own": no keyword that is checked is called "x-own""#),
            (#"{"type":"strnig"}"#, #".type: no type is called "strnig"; did you mean "string"?"#),
            (#"{"type":[]}"#, ".type: expected the name of a type, or a list of them, found an array"),
            (#"{"minLength":-1}"#, ".minLength: expected a whole number of at least 0, found -1"),
            (#"{"minimum":"3"}"#, #".minimum: expected a number, found "3""#),
            (#"{"multipleOf":0}"#, ".multipleOf: expected a number of more than 0, with at most 18 digits, found 0"),
            (#"{"required":"id"}"#, #".required: expected a list of names, found "id""#),
            (#"{"items":[true]}"#, #".items: a list of schemas is called "prefixItems" in draft 2020-12"#),
            (#"{"anyOf":[]}"#, ".anyOf: expected a list with at least one schema, found an array"),
            (#"{"not":3}"#, ".not: expected a schema, which is an object or a boolean, found number"),
            (#"{"pattern":"("}"#, #".pattern: "(" is no pattern: end pattern with unmatched parenthesis"#),
            (#"{"patternProperties":{"\\Z":true}}"#, #".patternProperties."\\Z": "\\Z" is no pattern: ECMA-262 has no escape \Z"#),
            (##"{"$ref":"#/$defs/a"}"##, ##"."$ref": "#/$defs/a" names no schema"##),
            (##"{"$ref":"#a"}"##, ##"."$ref": "#a" names no schema; a reference has the form "#/$defs/name""##),
            (##"{"$ref":"#/default","default":{}}"##, ##"."$ref": "#/default" names no schema"##),
            (
                #"{"$ref":"https://example.org/a"}"#,
                ##"."$ref": "https://example.org/a" is in another document; only references that begin with "#" are followed"##
            ),
            (
                ##"{"$ref":"#"}"##,
                ##"."$ref": "#" leads back to itself without a step into the value, so that a check would never end"##
            ),
            (
                ##"{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}}"##,
                ##"."$ref": "#/$defs/a" leads back to itself without a step into the value, so that a check would never end"##
            ),
            (
                #"{"$schema":"http://json-schema.org/draft-07/schema#"}"#,
                ##"."$schema": expected "https://json-schema.org/draft/2020-12/schema", found "http://json-schema.org/draft-07/schema#""##
            ),
            (#"{"properties":{"a":{"$id":"x"}}}"#, ##".properties.a."$id": "$id" can stand at the top of the schema only"##),
            (#"[1]"#, ".: expected a schema, which is an object or a boolean, found array"),
        ])
    func faults(_ schema: String, _ fault: String) throws {
        let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(SchemaExample.decoded(schema)) }
        #expect(error?.faults.map { "\(JSONPathStep.text(of: $0.path)): \($0.message)" } == [fault])
    }

    @Test("shows all of its faults") func all() throws {
        let schema = #"{"type":"x","properties":{"a":{"minLength":"1"}}}"#
        let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(SchemaExample.decoded(schema)) }
        #expect(error?.faults.count == 2)
    }

    @Test("that is nested too deeply is refused") func depth() throws {
        let schema = String(repeating: #"{"not":"#, count: 200) + "true" + String(repeating: "}", count: 200)
        let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(SchemaExample.decoded(schema)) }
        #expect(error?.faults.map(\.message) == ["a schema is more than 100 keys deep in its document"])
    }

    @Test(
        "has annotations that check nothing",
        arguments: ["title", "description", "default", "examples", "$comment", "deprecated", "readOnly", "writeOnly", "format"])
    func annotations(_ keyword: String) throws {
        #expect(try SchemaExample("", #"{"\#(keyword)":"x"}"#, "1").found() == [])
    }
}

@Suite("A pattern of a schema") struct SchemaPatternTests {
    @Test(
        "has the syntax of ECMA-262",
        arguments: [
            (#"^\\d$"#, "7", true), (#"^\\d$"#, "٧", false), (#"^\\w+$"#, "ab_1", true), (#"\\w"#, "é", false), (#"^\\W$"#, "é", true),
            (#"^\\s$"#, "\u{FEFF}", true), (#"^\\s$"#, "\u{2003}", true), (#"^\\S$"#, "\u{180E}", true), ("a$", "a\\n", false),
            ("^b", "a\\nb", false), ("^.$", "\u{2028}", false), ("^.$", "\u{85}", true), ("^[^]$", "\\n", true), ("[]", "a", false),
            ("^[[a]$", "[", true), ("^[a&&b]+$", "&", true), (#"^[\\d-]+$"#, "1-2", true), (#"^[\\W]$"#, "é", true),
            (#"^\\u0061\\u{1F600}$"#, "a😀", true), (#"^\\ud83d\\ude00$"#, "😀", true), (#"^\\cA$"#, "\\u0001", true),
            (#"^\\p{Lu}\\P{Lu}$"#, "Äb", true), (#"^\\p{Script=Greek}$"#, "α", true), ("^a{2}$", "aa", true), ("^a{,2}$", "a{,2}", true),
            ("(?<x>a)\\\\k<x>", "aa", true), ("(?<=a)b", "ab", true), ("a(?!b)", "ab", false), (#"^\\/\\.\\-$"#, "/.-", true),
            ("# a", "# a", true), ("^(a|b)*?c$", "abac", true), (#"^\\0$"#, "\\u0000", true), (#"[\\b]"#, "\\b", true),
        ])
    func syntax(_ pattern: String, _ text: String, _ matches: Bool) throws {
        let found = try SchemaExample("", #"{"pattern":"\#(pattern)"}"#, #""\#(text)""#).found()
        #expect(found.isEmpty == matches)
    }

    @Test(
        "has no syntax of other languages",
        arguments: [
            #"\\A"#, #"\\z"#, #"\\h"#, #"\\Qa"#, "(?i)a", "(?>a)", "(?#a)", "(?P<a>b)", "a++", "a**", "*", "^*", "[a", #"\\p{No}x("#,
            #"\\u00"#,
        ])
    func refusal(_ pattern: String) throws {
        #expect(throws: JSONSchemaError.self) { try JSONSchema(SchemaExample.decoded(#"{"pattern":"\#(pattern)"}"#)) }
    }

    @Test("that takes too long ends with an error") func time() throws {
        let example = SchemaExample("", #"{"pattern":"^(a|a)*(?=x)\\1$"}"#, #""\#(String(repeating: "a", count: 40))""#)
        #expect(throws: (any Error).self) { try example.found() }
    }
}
