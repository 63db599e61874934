import JSONParsing
import TestSupport
import Testing
@testable import Pipeline

// Stages in which records meet.
extension StageTests {
    private static let orders =
        #"{"c":"b","n":1},{"c":"a","n":2},{"c":"b","n":3},{"n":4},{"c":1,"n":5},{"c":"a","n":6},{"c":null,"n":7},{"c":1.0,"n":8}"#

    static let groups = [
        StageExample(
            name: "group keeps the order of the first records and of those in a group; null is a key",
            stage: #"{"type":"group","by":".c"}"#,
            input: orders,
            output: #"{"key":"b","items":[{"c":"b","n":1},{"c":"b","n":3}]}{"key":"a","items":[{"c":"a","n":2},{"c":"a","n":6}]}"#
                + #"{"key":null,"items":[{"n":4},{"c":null,"n":7}]}{"key":1,"items":[{"c":1,"n":5},{"c":1.0,"n":8}]}"#),
        StageExample(
            name: "group adds fields that programs make of the list, also in its place",
            stage:
                #"{"type":"group","by":".c","key":"o.c","into":"list","fields":{"o.count":"length","sum":"map(.n) | add","list":"map(.n)"}}"#,
            input: orders,
            output: #"{"o":{"c":"b","count":2},"list":[1,3],"sum":4}{"o":{"c":"a","count":2},"list":[2,6],"sum":8}"#
                + #"{"o":{"c":null,"count":2},"list":[4,7],"sum":11}{"o":{"c":1,"count":2},"list":[5,8],"sum":13}"#),
        StageExample(
            name: "group gives the same with little memory",
            stage: #"{"type":"group","by":".k","max_memory_bytes":1024,"fields":{"items":"map(.n)"}}"#,
            input: (0..<60).map { #"{"k":\#($0 * 7 % 5),"n":\#($0)}"# }.joined(separator: ","),
            output: [0, 2, 4, 1, 3].map { key in
                let numbers = (0..<60).filter { $0 * 7 % 5 == key }.map(String.init).joined(separator: ",")
                return #"{"key":\#(key),"items":[\#(numbers)]}"#
            }
            .joined()),
        StageExample(
            name: "group rejects a record whose key fails, the records of a group whose program fails, and goes on",
            stage: #"{"type":"group","by":".c.d","fields":{"s":"map(.n) | add","e":"if .[0].n == 2 then empty else 1 end"}}"#,
            input: #"{"c":[1]},{"c":{"d":1},"n":2},{"c":{"d":2},"n":"x"},{"c":{"d":2},"n":3},{"c":{"d":3},"n":4}"#,
            output: #"{"key":3,"items":[{"c":{"d":3},"n":4}],"s":4,"e":1}"#,
            reasons: [
                #"Cannot index array with string ("d")"#, #".e: if .[0].n == 2 then empty else 1 end gives no value"#,
                #"string ("x") and number (3) cannot be added"#, #"string ("x") and number (3) cannot be added"#,
            ]),
        StageExample(
            name: "group rejects the records of a group that is too large, and keeps the others",
            stage: #"{"type":"group","by":".k","max_group_bytes":1500}"#,
            input:
                #"{"k":1,"n":1},{"k":2,"t":"\#(String(repeating: "x", count: 800))"},{"k":1,"n":2},{"k":2,"t":"\#(long)"},{"k":2,"n":3}"#,
            output: #"{"key":1,"items":[{"k":1,"n":1},{"k":1,"n":2}]}"#,
            reasons: Array(repeating: "the group of the key 2 has more than 1500 bytes; max_group_bytes allows no more", count: 3)),
        StageExample(
            name: "group needs no sorting of sorted records, up or down",
            stage: #"{"type":"group","by":".k","sorted":true,"fields":{"items":"map(.n)"}}"#,
            input: #"{"k":"b","n":1},{"k":"b","n":2},{"k":"a","n":3},{"k":7,"n":4},{"k":7.0,"n":5}"#,
            output: #"{"key":"b","items":[1,2]}{"key":"a","items":[3]}{"key":7,"items":[4,5]}"#),
        StageExample(
            name: "group with sorted records rejects large groups, and what has no key that can be compared",
            stage: #"{"type":"group","by":".k","sorted":true,"max_group_bytes":1500,"fields":{"items":"map(.n)"}}"#,
            input: #"{"k":1,"n":1},{"k":"\ud800"},{"k":2,"t":"\#(long)"},{"k":2},{"k":3,"n":2}"#,
            output: #"{"key":1,"items":[1]}{"key":3,"items":[2]}"#,
            reasons: [#"this \u escape is half of a surrogate pair and stands for no character (at byte 1)"#]
                + Array(repeating: "the group of the key 2 has more than 1500 bytes; max_group_bytes allows no more", count: 2)),
        StageExample(
            name: "group makes no record that readers refuse",
            stage: #"{"type":"set","fields":{"d":"reduce range(.n) as $i (0; [.])"}},{"type":"group","by":".n","fields":{"n":"length"}},"#
                + #"{"type":"select","fields":["key","n"]}"#,
            input: #"{"n":508},{"n":509}"#, output: #"{"key":508,"n":1}"#,
            reasons: ["the stage makes a record of 512 levels; the limit is 511, so that its output can be read again"]),
        StageExample(name: "group of nothing", stage: #"{"type":"group","by":".k"}"#, input: "", output: ""),
        StageExample(name: "group of nothing that is sorted", stage: #"{"type":"group","by":".k","sorted":true}"#, input: "", output: ""),
    ]

    private static let long = String(repeating: "x", count: 2000)

    static let latest = [
        StageExample(
            name: "pick_latest keeps the greatest version at the place of the first, the last of equal ones, and all records without a key",
            stage: #"{"type":"pick_latest","by":".id","version":".v"}"#,
            input: #"{"id":"b","v":2},{"id":null,"n":1},{"id":"a","v":"x"},{"n":2},{"id":"b","v":10},{"id":"a","v":9},{"id":"b","v":3},"#
                + #"{"id":1,"v":1},{"id":1.0,"v":1.0,"z":0},{"id":"c"},{"id":"c","v":false}"#,
            output: #"{"id":"b","v":10}{"id":null,"n":1}{"id":"a","v":"x"}{"n":2}{"id":1.0,"v":1.0,"z":0}{"id":"c","v":false}"#),
        StageExample(
            name: "pick_latest gives the same with little memory",
            stage: #"{"type":"pick_latest","by":".id","version":".v","max_memory_bytes":1024}"#,
            input: (0..<60).map { #"{"id":\#($0 * 7 % 5),"v":\#($0 * 11 % 60)}"# }.joined(separator: ","),
            output: [0, 2, 4, 1, 3].map { key in
                let versions = (0..<60).filter { $0 * 7 % 5 == key }.map { $0 * 11 % 60 }
                return #"{"id":\#(key),"v":\#(versions.max() ?? 0)}"#
            }
            .joined()),
        StageExample(
            name: "pick_latest rejects records whose programs fail", stage: #"{"type":"pick_latest","by":".id","version":".v.x"}"#,
            input: #"{"id":1,"v":[]},{"id":1,"v":{"x":2}},[1]"#, output: #"{"id":1,"v":{"x":2}}"#,
            reasons: [#"Cannot index array with string ("x")"#, #"Cannot index array with string ("id")"#]),
    ]

    static let filled = [
        StageExample(
            name: "fill puts fields in order, and those that are missing are null", stage: #"{"type":"fill","fields":["a","b","c"]}"#,
            input: #"{"z":1,"c":2.50,"y":{"b":1},"a":null},{},{"b":[1]}"#,
            output: #"{"a":null,"b":null,"c":2.50,"z":1,"y":{"b":1}}{"a":null,"b":null,"c":null}{"a":null,"b":[1],"c":null}"#),
        StageExample(
            name: "fill removes other fields, and loses no document",
            stage:
                #"{"type":"sanitize_html","field":"h"},{"type":"fill","fields":["x","h"],"others":"remove"},{"type":"html_to_text","field":"h"}"#,
            input: #"{"h":"<p>a","b":2}"#, output: #"{"x":null,"h":"<p>a</p>","text":"a"}"#),
        StageExample(
            name: "fill rejects other fields", stage: #"{"type":"fill","fields":["a","b"],"others":"reject"}"#,
            input: #"{"b":1},{"a":1,"c":2},[1],{"a":1,"a":2}"#, output: #"{"a":null,"b":1}"#,
            reasons: [
                #"the record has a field "c", which is not among fields"#, ".: expected an object, found an array",
                #"the key "a" stands twice in one object (at byte 7)"#,
            ]),
    ]

    static let meeting = groups + latest + filled

    @Test(
        "group ends a run in which a key of sorted records is out of order or comes back",
        arguments: [
            (#"{"k":1},{"k":2},{"k":1}"#, #"the key 1 comes after 2, but the keys before go up"#),
            (#"{"k":"b"},{"k":"b"},{"k":"a"},{"k":"ab"}"#, #"the key "ab" comes after "a", but the keys before go down"#),
        ])
    func unsorted(_ input: String, _ message: String) async throws {
        let sink = MemorySink(appearsWhole: true)
        let report = await run(plan(TextSource(input), try stages(#"{"type":"group","by":".k","sorted":true}"#), [sink]))
        let failure = (report.failure as? PipelineFailure)?.message ?? ""
        #expect(failure.hasPrefix("text, item ") && failure.contains(message), "\(failure)")
        #expect(report.exitCode == 65 && !sink.hasCommitted)
    }
}
