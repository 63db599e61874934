import JSONParsing
import JSONSchema
import TestSupport
import Testing

@Suite("A JSON Schema") struct SchemaCheckTests {
    private static let values = [
        SchemaExample("takes a value of its type", #"{"type":"string"}"#, #""x""#),
        SchemaExample("refuses another type", #"{"type":"string"}"#, "12", ".: expected a string, found 12 (type)"),
        SchemaExample(
            "refuses what none of several types is", #"{"type":["string","null","array"]}"#, "{}",
            ".: expected a string, null or an array, found an object (type)"),
        SchemaExample("takes a fraction of zero for an integer", #"{"type":"integer"}"#, "1.0"),
        SchemaExample("takes a huge number for an integer", #"{"type":"integer"}"#, "1e400"),
        SchemaExample("refuses a fraction for an integer", #"{"type":"integer"}"#, "1.5", ".: expected an integer, found 1.5 (type)"),
        SchemaExample("compares values of enum by value", #"{"enum":[1,{"a":1,"b":2}]}"#, #"{"b":2.0,"a":1}"#),
        SchemaExample(
            "lists the values of enum", #"{"enum":["a","b","c","d","e","f"]}"#, #""x""#,
            #".: expected one of "a", "b", "c", "d", "e", …, found "x" (enum)"#),
        SchemaExample("knows false from 0", #"{"const":false}"#, "0", ".: expected false, found 0 (const)"),
        SchemaExample("takes a bound itself", #"{"minimum":1.5,"maximum":1.5}"#, "1.50"),
        SchemaExample(
            "refuses what is beyond a bound", #"{"minimum":3}"#, "2.999999999999999999999",
            ".: expected at least 3, found 2.999999999999999999999 (minimum)"),
        SchemaExample(
            "refuses an exclusive bound itself", #"{"exclusiveMaximum":3}"#, "3", ".: expected less than 3, found 3 (exclusiveMaximum)"),
        SchemaExample("knows multiples of fractions", #"{"multipleOf":0.01}"#, "4.35"),
        SchemaExample("knows multiples among huge numbers", #"{"multipleOf":7}"#, "7e300"),
        SchemaExample(
            "refuses what is no multiple", #"{"multipleOf":0.01}"#, "1.005", ".: expected a multiple of 0.01, found 1.005 (multipleOf)"),
        SchemaExample("counts characters, not bytes", #"{"maxLength":2}"#, #""ö😀""#),
        SchemaExample(
            "counts code points, not what they look like", #"{"maxLength":1}"#, #""e\u0301""#,
            ".: expected at most 1 characters, found 2: \"e\\u0301\" (maxLength)"),
        SchemaExample(
            "refuses a text that a pattern does not match", #"{"pattern":"^[a-z]+$"}"#, #""a\n""#,
            #".: expected a text that matches ^[a-z]+$, found "a\n" (pattern)"#),
        SchemaExample("finds a pattern inside of a text", #"{"pattern":"b"}"#, #""abc""#),
        SchemaExample("applies keywords to their own types alone", #"{"minLength":3,"minimum":5,"required":["a"]}"#, "null"),
        SchemaExample("that is true takes all", "true", "12"),
        SchemaExample("that is false takes nothing", "false", "12", ".: no value is allowed here, found 12 (false)"),
        SchemaExample(
            "shortens long values", #"{"maxLength":3}"#, #""\#(String(repeating: "x", count: 100))""#,
            ".: expected at most 3 characters, found 100: \"\(String(repeating: "x", count: 58))… (maxLength)"),
    ]

    private static let objects = [
        SchemaExample(
            "names fields that are missing", #"{"required":["id","the title"]}"#, #"{"x":1}"#, ".id: is missing (required)",
            #"."the title": is missing (required)"#),
        SchemaExample(
            "names the place of a value inside", #"{"properties":{"a":{"items":{"properties":{"b":{"type":"string"}}}}}}"#,
            #"{"a":[{"b":"x"},{"b":7}]}"#, ".a[1].b: expected a string, found 7 (type)"),
        SchemaExample(
            "suggests the name of a field", #"{"properties":{"title":true},"additionalProperties":false}"#, #"{"titel":1}"#,
            #".titel: is not allowed; did you mean "title"? (additionalProperties)"#),
        SchemaExample(
            "applies additionalProperties to what no other keyword names",
            #"{"properties":{"a":true},"patternProperties":{"^x-":true},"additionalProperties":{"type":"null"}}"#,
            #"{"a":1,"x-a":1,"b":null,"c":1}"#, ".c: expected null, found 1 (type)"),
        SchemaExample(
            "applies all patterns that a name matches", #"{"patternProperties":{"a":{"minimum":3},"b":{"maximum":5}}}"#, #"{"ab":9,"a":1}"#,
            ".ab: expected at most 5, found 9 (maximum)", ".a: expected at least 3, found 1 (minimum)"),
        SchemaExample(
            "checks names", #"{"propertyNames":{"maxLength":2}}"#, #"{"ab":1,"abc":1}"#,
            #".abc: the name does not fit: expected at most 2 characters, found 3: "abc" (maxLength) (propertyNames)"#),
        SchemaExample(
            "counts members", #"{"minProperties":2}"#, #"{"a":1}"#, ".: expected at least 2 members, found 1 (minProperties)"),
        SchemaExample(
            "asks for fields that belong together", #"{"dependentRequired":{"card":["billing","name"]}}"#, #"{"card":1,"name":2}"#,
            ".billing: is missing, although .card is there (dependentRequired)"),
        SchemaExample(
            "applies schemas that a field asks for", #"{"dependentSchemas":{"a":{"required":["b"]}}}"#, #"{"a":1}"#,
            ".b: is missing (required)"),
        SchemaExample("lets other objects be", #"{"dependentSchemas":{"a":{"required":["b"]}},"dependentRequired":{"a":["c"]}}"#, "{}"),
    ]

    private static let arrays = [
        SchemaExample(
            "checks first elements and the rest", #"{"prefixItems":[{"type":"string"}],"items":{"type":"number"}}"#, #"["a",1,"b"]"#,
            #".[2]: expected a number, found "b" (type)"#),
        SchemaExample(
            "refuses further elements", #"{"prefixItems":[true],"items":false}"#, "[1,2,3]",
            ".: expected at most 1 elements, found 3 (items)"),
        SchemaExample("counts elements", #"{"minItems":1}"#, "[]", ".: expected at least 1 elements, found 0 (minItems)"),
        SchemaExample(
            "finds equal elements", #"{"uniqueItems":true}"#, #"[{"a":1,"b":2},1,{"b":2,"a":1.0}]"#,
            ".[2]: expected unique elements, found an object at [0], too (uniqueItems)"),
        SchemaExample("knows 1 from true", #"{"uniqueItems":true}"#, "[1,true,\"1\"]"),
        SchemaExample(
            "looks for an element", #"{"contains":{"const":1}}"#, "[2,3]",
            #".: expected an element that fits the schema of "contains", found none of 2 (contains)"#),
        SchemaExample("takes none if none is asked for", #"{"contains":{"const":1},"minContains":0}"#, "[2]"),
        SchemaExample(
            "counts elements that fit", #"{"contains":{"const":1},"maxContains":1}"#, "[1,1]",
            #".: expected at most 1 elements that fit the schema of "contains", found 2 (maxContains)"#),
    ]

    private static let combinations = [
        SchemaExample(
            "tells why no schema of anyOf fits", #"{"anyOf":[{"type":"string"},{"required":["a"]}]}"#, #"{"b":1}"#,
            ".: fits none of 2 schemas: [0] expected a string, found an object (type); [1] .a: is missing (required) (anyOf)"),
        SchemaExample("takes what one schema of anyOf takes", #"{"anyOf":[{"type":"string"},{"minimum":2}]}"#, "3"),
        SchemaExample(
            "refuses what several schemas of oneOf take", #"{"oneOf":[{"type":"string"},{"minimum":2},{"maximum":9}]}"#, "3",
            ".: fits 2 of 3 schemas, [1] and [2], and one is allowed (oneOf)"),
        SchemaExample(
            "applies all of allOf", #"{"allOf":[{"minimum":5},{"multipleOf":2}]}"#, "3", ".: expected at least 5, found 3 (minimum)",
            ".: expected a multiple of 2, found 3 (multipleOf)"),
        SchemaExample(
            "refuses what not takes", #"{"not":{"type":"null"}}"#, "null", #".: found null, which fits the schema of "not" (not)"#),
        SchemaExample(
            "applies then if the condition fits", #"{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}"#,
            #"{"a":1}"#, ".b: is missing (required)"),
        SchemaExample(
            "applies else if it does not", #"{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}"#, #"{"b":1}"#,
            ".c: is missing (required)"),
        SchemaExample(
            "follows references", ##"{"$ref":"#/$defs/a~1b%25","$defs":{"a/b%":{"type":"string"}}}"##, "1",
            ".: expected a string, found 1 (type)"),
        SchemaExample(
            "refers to itself for what is inside", ##"{"properties":{"next":{"$ref":"#"}},"additionalProperties":false}"##,
            #"{"next":{"next":{"x":1}}}"#, ".next.next.x: is not allowed (additionalProperties)"),
        SchemaExample(
            "tells four violations at most", #"{"items":{"type":"string"}}"#, "[1,2,3,4,5,6]", ".[0]: expected a string, found 1 (type)",
            ".[1]: expected a string, found 2 (type)", ".[2]: expected a string, found 3 (type)", ".[3]: expected a string, found 4 (type)"),
    ]

    @Test("checks values", arguments: values) func value(_ example: SchemaExample) throws {
        #expect(try example.found() == example.violations)
    }

    @Test("checks objects", arguments: objects) func object(_ example: SchemaExample) throws {
        #expect(try example.found() == example.violations)
    }

    @Test("checks arrays", arguments: arrays) func array(_ example: SchemaExample) throws {
        #expect(try example.found() == example.violations)
    }

    @Test("combines schemas", arguments: combinations) func combination(_ example: SchemaExample) throws {
        #expect(try example.found() == example.violations)
    }

    @Test("shows no value below a key that is secret") func secrets() throws {
        let schema = try JSONSchema(SchemaExample.decoded(#"{"properties":{"token":{"minLength":9},"pin":{"minimum":9}}}"#))
        let found = try schema.violations(of: JSONValue(parsing: #"{"token":"abc","pin":7}"#)) { $0 == "token" || $0 == "pin" }
        #expect(
            found.map(\.reason) == ["expected at least 9 characters, found 3: a string", "expected at least 9, found a number"])
    }

    @Test("cannot check an object with equal keys") func equalKeys() throws {
        let schema = try JSONSchema(SchemaExample.decoded(#"{"properties":{"a":{"required":["b"]}}}"#))
        #expect(throws: JSONError.self) { try schema.violations(of: JSONValue(parsing: #"{"a":{"b":1,"b":2}}"#)) }
    }

    @Test("that would take too long ends with an error", .startsOnIdlePool, .timeLimit(.minutes(1))) func endless() throws {
        let schema = try JSONSchema(SchemaExample.decoded(##"{"anyOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}],"not":true}"##))
        let depth = 24
        let value = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        #expect { try schema.violations(of: JSONValue(parsing: value)) } throws: { "\($0)".contains("takes more than") }
    }
}
