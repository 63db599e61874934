import JSONParsing
import TestSupport
import Testing

@testable import Pipeline

/// A stage of a pipeline file, its input records (separated by commas), and its output records.
struct StageExample: CustomTestStringConvertible {
    let name: String
    let stage: String
    let input: String
    let output: String
    var reasons: [String] = []

    var testDescription: String { name }
}

@Suite("Stages") struct StageTests {
    static let fields = [
        StageExample(
            name: "filter drops records with the result false or null", stage: #"{"type":"filter","where":".a"}"#,
            input: #"{"a":0},{"a":false},{"a":null},{"b":1},{"a":""}"#, output: #"{"a":0}{"a":""}"#),
        StageExample(
            name: "filter rejects records for which its program fails", stage: #"{"type":"filter","where":".a.b"}"#,
            input: #"{"a":{"b":1}},{"a":[1]}"#, output: #"{"a":{"b":1}}"#, reasons: [#"Cannot index array with string ("b")"#]),
        StageExample(
            name: "set sees fields that were set before, and keeps the order of the fields",
            stage: #"{"type":"set","fields":{"a":".b","b":".a","c":".a + .b"}}"#, input: #"{"a":1,"b":2}"#, output: #"{"a":2,"b":2,"c":4}"#),
        StageExample(
            name: "set rejects a field whose program has no output", stage: #"{"type":"set","fields":{"a":"empty"}}"#,
            input: #"{"a":1,"b":2}"#, output: "", reasons: [".a: empty gives no value"]),
        StageExample(
            name: "set makes no record that readers refuse", stage: #"{"type":"set","fields":{"a":"reduce range(.n) as $i (0; [.])"}}"#,
            input: #"{"n":1},{"n":511},{"n":600}"#, output: #"{"n":1,"a":[0]}"#,
            reasons: [512, 601].map { "the stage makes a record of \($0) levels; the limit is 511, so that its output can be read again" }),
        StageExample(
            name: "map makes many records of one", stage: #"{"type":"map","to":".a[] | {x: .}"}"#,
            input: #"{"a":[1,2]},{"a":[]},{"a":[3.0]}"#,
            output: #"{"x":1}{"x":2}{"x":3.0}"#),
        StageExample(
            name: "explode puts each element in the place of its list, and keeps a record without elements",
            stage: #"{"type":"explode","field":"t"}"#, input: #"{"a":1,"t":["x",[2]],"b":3},{"a":2,"t":[]},{"a":3,"t":null},{"a":4}"#,
            output: #"{"a":1,"t":"x","b":3}{"a":1,"t":[2],"b":3}{"a":2,"t":null}{"a":3,"t":null}{"a":4,"t":null}"#),
        StageExample(
            name: "explode keeps the fields that it is told to, and counts",
            stage: #"{"type":"explode","field":"o.t","keep":["id","o.d"],"into":"line","index":"n"}"#,
            input: #"{"o":{"t":[{"x":1},{"x":2}],"d":7,"e":8},"id":5,"z":6}"#,
            output: #"{"id":5,"o":{"d":7},"n":0,"line":{"x":1}}{"id":5,"o":{"d":7},"n":1,"line":{"x":2}}"#),
        StageExample(
            name: "explode never copies the list itself into each record",
            stage: #"{"type":"explode","field":"o.t","keep":["o"],"into":"line"}"#, input: #"{"o":{"t":[1,2],"d":7}}"#,
            output: #"{"o":{"d":7},"line":1}{"o":{"d":7},"line":2}"#),
        StageExample(
            name: "explode spreads the fields of objects, and loses none",
            stage: #"{"type":"explode","field":"t","spread":true,"keep":"a"}"#,
            input: #"{"a":1,"t":[{"b":2},{"c":3}]},{"a":1,"t":[{"b":2},{"a":9}]},{"a":1,"t":[4]},{"a":5,"t":[]}"#,
            output: #"{"a":1,"b":2}{"a":1,"c":3}{"a":5}"#,
            reasons: [
                #"t[1]: the record has a field "a" already, from keep or index; leave it out there, or rename it"#,
                #"t[0]: expected an object, because of "spread", found a number"#,
            ].map { "." + $0 }),
        StageExample(
            name: "explode rejects what is no list, and empty ones if it is told to",
            stage: #"{"type":"explode","field":"t","empty":"reject"}"#,
            input: #"{"t":"a,b"},{"t":{"a":1}},{"t":[]},{"t":null},{},{"t":[1]}"#, output: #"{"t":1}"#,
            reasons: [
                ".t: expected a list, found a string", ".t: expected a list, found an object",
                ".t: empty; a list with elements was expected", ".t: null; a list with elements was expected",
                ".t: missing; a list with elements was expected",
            ]),
        StageExample(
            name: "explode drops records without elements if it is told to", stage: #"{"type":"explode","field":"t","empty":"drop"}"#,
            input: #"{"t":[]},{"t":[null]},{}"#, output: #"{"t":null}"#),
        StageExample(
            name: "explode names the element in the origin",
            stage: #"{"type":"explode","field":"t"},{"type":"set","fields":{"e":"input_origin.element"}},{"type":"map","to":".t / 2"}"#,
            input: #"{"t":[2,"a"]}"#, output: "1", reasons: [#"string ("a") and number (2) cannot be divided"#]),
        StageExample(
            name: "select keeps fields in the order of the option", stage: #"{"type":"select","fields":["c","a"]}"#,
            input: #"{"a":1,"b":2,"c":3},{"b":1}"#, output: #"{"c":3,"a":1}{}"#),
        StageExample(
            name: "select does not decode other fields", stage: #"{"type":"select","fields":["b","none"]}"#,
            input: #"{"a":1,"a":2,"b":3},{"b":4,"\ud800":5},{"b":6,"b":7},{"b":"\ud800"}"#, output: #"{"b":3}{"b":4}{"b":"\ud800"}"#,
            reasons: [#"the key "b" stands twice in one object (at byte 7)"#]),
        StageExample(
            name: "select keeps many fields as well as few",
            stage: #"{"type":"select","fields":["k15","k14","k13","k12","k11","k10","k9","k8","k7","k6","k5","k4","none"]}"#,
            input: #"{"k3":0,"k3":0,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k9":9,"k10":10,"k11":11,"k12":12,"k13":13,"k14":14,"k15":15}"#,
            output: #"{"k15":15,"k14":14,"k13":13,"k12":12,"k11":11,"k10":10,"k9":9,"k8":8,"k7":7,"k6":6,"k5":5,"k4":4}"#),
        StageExample(
            name: "map makes at most a million records of one", stage: #"{"type":"map","to":"range(1e12)"}"#, input: "1", output: "",
            reasons: ["the program gives more than 1000000 records for this one"]),
        StageExample(
            name: "remove drops fields of large records", stage: #"{"type":"remove","fields":["k15","k3","k4","zz","k4"]}"#,
            input:
                #"{"k3":3,"k4":4,"k5":5,"k6":6,"k7":7,"k8":8,"k9":9,"k10":10,"k11":11,"k12":12,"k13":13,"k14":14,"k15":15,"k16":16}"#,
            output: #"{"k5":5,"k6":6,"k7":7,"k8":8,"k9":9,"k10":10,"k11":11,"k12":12,"k13":13,"k14":14,"k16":16}"#),
        StageExample(
            name: "remove drops fields", stage: #"{"type":"remove","fields":["a","zz"]}"#, input: #"{"a":1,"b":2.50}"#,
            output: #"{"b":2.50}"#),
        StageExample(
            name: "rename keeps the place of a field", stage: #"{"type":"rename","fields":{"a":"x"}}"#, input: #"{"a":1,"b":2},{"b":3}"#,
            output: #"{"x":1,"b":2}{"b":3}"#),
        StageExample(
            name: "rename can swap", stage: #"{"type":"rename","fields":{"a":"b","b":"a"}}"#, input: #"{"a":1,"b":2}"#,
            output: #"{"b":1,"a":2}"#),
        StageExample(
            name: "flatten takes nested objects apart", stage: #"{"type":"flatten"}"#, input: #"{"a":{"b":{"c":1},"d":[{"e":2}]},"f":{}}"#,
            output: #"{"a.b.c":1,"a.d":[{"e":2}],"f":{}}"#),
        StageExample(
            name: "flatten rejects names that meet", stage: #"{"type":"flatten","separator":"_"}"#,
            input: #"{"a":{"b":1},"a_b":2},{"a":{"c":1}}"#, output: #"{"a_c":1}"#,
            reasons: [#".a_b: two fields would be called "a_b""#]),
    ]

    static let streams = [
        StageExample(
            name: "dedupe compares texts by their bytes", stage: #"{"type":"dedupe","by":".k"}"#,
            input: #"{"k":"\u00e9"},{"k":"e\u0301"},{"k":"\u00e9"}"#, output: #"{"k":"\u00e9"}{"k":"e\u0301"}"#),
        StageExample(
            name: "dedupe knows numbers by value and objects in any order", stage: #"{"type":"dedupe","by":".k"}"#,
            input: #"{"k":1},{"k":1.0},{"k":{"a":1,"b":2}},{"k":{"b":2,"a":1}},{"k":"1"}"#, output: #"{"k":1}{"k":{"a":1,"b":2}}{"k":"1"}"#),
        StageExample(
            name: "sort keeps equal keys in order, and knows jq's order of kinds", stage: #"{"type":"sort","by":".k"}"#,
            input: #"{"k":"a"},{"k":2,"n":1},{"k":null},{"k":2,"n":2},{"k":[]},{"k":true}"#,
            output: #"{"k":null}{"k":true}{"k":2,"n":1}{"k":2,"n":2}{"k":"a"}{"k":[]}"#),
        StageExample(
            name: "sort can turn the order round", stage: #"{"type":"sort","by":".k","order":"descending"}"#,
            input: #"{"k":1},{"k":3},{"k":2}"#, output: #"{"k":3}{"k":2}{"k":1}"#),
        StageExample(
            name: "sort gives the same with little memory", stage: #"{"type":"sort","by":".k","max_memory_bytes":1024}"#,
            input: (0..<40).map { #"{"k":\#($0 * 7 % 10),"n":\#($0)}"# }.joined(separator: ","),
            output: (0..<40).sorted { ($0 * 7 % 10, $0) < ($1 * 7 % 10, $1) }.map { #"{"k":\#($0 * 7 % 10),"n":\#($0)}"# }.joined()),
        StageExample(
            name: "limit takes a piece", stage: #"{"type":"limit","count":2,"offset":1}"#, input: #"{"k":1},{"k":2},{"k":3},{"k":4}"#,
            output: #"{"k":2}{"k":3}"#),
        StageExample(name: "limit of nothing", stage: #"{"type":"limit","count":0}"#, input: #"{"k":1},{"k":2}"#, output: ""),
        StageExample(
            name: "near_duplicates drops texts that differ in little, and keeps records without a text",
            stage: #"{"type":"near_duplicates","field":"t","threshold":0.7}"#,
            input: #"{"t":"\#(sentence)"},{"t":null},{"t":"\#(sentence) Yes."},{"t":"Other words, and of these too few"},{}"#,
            output: #"{"t":"\#(sentence)"}{"t":null}{"t":"Other words, and of these too few"}{}"#),
        StageExample(
            name: "near_duplicates marks them with the id of the first one",
            stage: #"{"type":"near_duplicates","field":".t","do":"mark","into":"of"}"#,
            input: #"{"id":1,"t":"a B c d"},{"id":2,"t":"A b, c: d!"},{"id":3,"t":"a b c d e"},{"t":"x"},{"id":"y","t":"X"}"#,
            output: #"{"id":1,"t":"a B c d","of":null}{"id":2,"t":"A b, c: d!","of":1}{"id":3,"t":"a b c d e","of":null}"#
                + #"{"t":"x","of":null}{"id":"y","t":"X","of":"\#(place)"}"#),
        StageExample(
            name: "near_duplicates rejects them, and what is no text",
            stage: #"{"type":"near_duplicates","field":".t","id":".k","do":"reject"}"#,
            input: #"{"k":"one","t":"x y"},{"k":2,"t":"x y"},{"k":3,"t":7},{"k":[4],"t":"z"}"#, output: #"{"k":"one","t":"x y"}"#,
            reasons: [
                #"the text is a near duplicate of that of "one", with a similarity of 1.00"#, "field gives a number; a string was expected",
                "id gives an array; a string or a number was expected",
            ]),
        StageExample(
            name: "near_duplicates forgets the oldest records beyond its limit",
            stage: #"{"type":"near_duplicates","field":".t","max_records":2}"#,
            input: #"{"t":"a"},{"t":"b"},{"t":"a"},{"t":"c"},{"t":"b"},{"t":"a"},{"t":"b"}"#,
            output: #"{"t":"a"}{"t":"b"}{"t":"c"}{"t":"a"}{"t":"b"}"#),
        StageExample(
            name: "expect rejects what a schema does not take, and passes others on as they are",
            stage: #"{"type":"expect","schema":{"required":["id"],"properties":{"id":{"type":"integer"}}}}"#,
            input: #"{"id":1.0},{"id":"1"},{"Id":1}"#, output: #"{"id":1.0}"#,
            reasons: [#".id: expected an integer, found "1" (type)"#, ".id: is missing (required)"]),
        StageExample(
            name: "expect rejects what breaks a rule, and what a rule fails for",
            stage: #"{"type":"expect","rules":{"has a title":".title | length > 0","cheap":".price < 9"}}"#,
            input: #"{"title":"a","price":1},{"title":"","price":1},{"title":"a","price":9},{"title":true,"price":1}"#,
            output: #"{"title":"a","price":1}"#,
            reasons: [
                #".title: breaks the rule "has a title": .title | length > 0; found .title: """#,
                #".price: breaks the rule "cheap": .price < 9; found .price: 9"#,
                "boolean (true) has no length",
            ]),
    ]

    private static let sentence = "The lamp that came is green, and I ordered the blue one in May, please send another one of them soon."
    private static let place = "text, item 4"

    static let content = [
        StageExample(
            name: "messages adds the thread and the index to each message", stage: #"{"type":"messages"}"#,
            input: #"{"id":"t","read":true,"messages":[{"id":"m","body":"x"},{"id":"n"}]},{"messages":[]},{"messages":[{"thread":1}]}"#,
            output: #"{"thread":{"id":"t","read":true},"index":0,"id":"m","body":"x"}{"thread":{"id":"t","read":true},"index":1,"id":"n"}"#
                + #"{"index":0,"thread":1}"#),
        StageExample(
            name: "messages loses no field of a message", stage: #"{"type":"messages"}"#,
            input: #"{"id":"t","messages":[{"index":9}]},{"id":"t","messages":[{"a":1},{"thread":9}]}"#, output: "",
            reasons: [
                ".messages[0].index: the message has such a field already; name another one with index_field",
                ".messages[1].thread: the message has such a field already; name another one with thread_field",
            ]),
        StageExample(
            name: "messages rejects a thread without messages", stage: #"{"type":"messages"}"#, input: #"{"id":1},{"messages":[3]}"#,
            output: "",
            reasons: [
                ".messages: missing; a list of messages was expected", ".messages[0]: expected a message, found a number",
            ]),
        StageExample(
            name: "html_to_markdown leaves null unchanged", stage: #"{"type":"html_to_markdown","field":"b","into":"m"}"#,
            input: #"{"b":"<b>x</b> * y"},{"b":null}"#, output: #"{"b":"<b>x</b> * y","m":"**x** * y"}{"b":null,"m":null}"#),
        StageExample(
            name: "html_to_text rejects a field without HTML", stage: #"{"type":"html_to_text","field":"b"}"#, input: #"{"a":1},{"b":7}"#,
            output: "", reasons: [".b: missing; HTML was expected", ".b: expected a string, found a number"]),
    ]

    private static let mail = #""b":"Mail <a@b.c> or\n<http://d.e>.\n\n- one""#

    static let formats = [
        StageExample(
            name: "html_to_text keeps plain text to the letter", stage: #"{"type":"html_to_text","field":"b"}"#,
            input: "{\(mail)}", output: "{\(mail)," + #""text":"Mail <a@b.c> or\n<http://d.e>.\n\n- one"}"#),
        StageExample(
            name: "html_to_text wraps plain text", stage: #"{"type":"html_to_text","field":"b","wrap_columns":9}"#,
            input: "{\(mail)}", output: "{\(mail)," + #""text":"Mail\n<a@b.c>\nor\n<http://d.e>.\n\n- one\n"}"#),
        StageExample(
            name: "html_to_markdown escapes plain text", stage: #"{"type":"html_to_markdown","field":"b"}"#,
            input: "{\(mail)}", output: "{\(mail)," + #""markdown":"Mail \\<a@b.c> or\\\n\\<<http://d.e>>.\n\n\\- one\n"}"#),
        StageExample(
            name: "sanitize_html makes a document of plain text", stage: #"{"type":"sanitize_html","field":"b","profile":"email"}"#,
            input: #"{"b":"1 < 2\n <x>"}"#, output: #"{"b":"<div style=\"white-space:pre-wrap\">1 &lt; 2\n &lt;x&gt;</div>"}"#),
        StageExample(
            name: "blurb keeps addresses of plain text", stage: #"{"type":"blurb","field":"b"}"#,
            input: "{\(mail)}", output: "{\(mail)," + #""blurb":"Mail <a@b.c> or <http://d.e>. - one"}"#),
        StageExample(
            name: "extract_links finds the addresses of plain text", stage: #"{"type":"extract_links","field":"b"}"#,
            input: "{\(mail)}", output: "{\(mail)," + #""links":[{"url":"http://d.e","text":"http://d.e"}]}"#),
        StageExample(
            name: "extract_images finds none in plain text", stage: #"{"type":"extract_images","field":"b","format":"text"}"#,
            input: #"{"b":"<img src=a>"}"#, output: #"{"b":"<img src=a>","images":[]}"#),
        StageExample(
            name: "format text takes elements for words", stage: #"{"type":"html_to_text","field":"b","format":"text"}"#,
            input: #"{"b":"<p>a</p>"}"#, output: #"{"b":"<p>a</p>","text":"<p>a</p>"}"#),
        StageExample(
            name: "format html takes words for HTML", stage: #"{"type":"html_to_text","field":"b","format":"html"}"#,
            input: #"{"b":"a\nb <c@d>"}"#, output: #"{"b":"a\nb <c@d>","text":"a b"}"#),
        StageExample(
            name: "a document that a stage built is HTML whatever it looks like",
            stage:
                #"{"type":"strip_quotes"},{"type":"html_to_text","field":"light_body"},{"type":"select","fields":["light_body","text"]}"#,
            input: #"{"body":"Yes &amp;\nno<div class=gmail_quote>On 1/2/2024, Ann wrote:<blockquote>b</blockquote></div>"}"#,
            output: #"{"light_body":"Yes &amp;\nno","text":"Yes & no"}"#),
        StageExample(
            name: "thread shows the lines of plain mails",
            stage: #"{"type":"thread"},{"type":"html_to_text"},{"type":"select","fields":["text"]}"#,
            input: #"{"messages":[{"from":"a","body":"b  <c@d>\n\n\n  e"}]}"#, output: #"{"text":"a\n\nb  <c@d>\n\n\n  e\n"}"#),
    ]

    static let html = [
        StageExample(
            name: "sanitize_html keeps safe content", stage: #"{"type":"sanitize_html","field":"b","remote_images":"block"}"#,
            input: #"{"b":"<p onclick=x>a<script>b</script><img src=http://x/y></p>"},{"b":null}"#,
            output: #"{"b":"<p>a<img data-remote-src=\"http://x/y\"></p>"}{"b":null}"#),
        StageExample(
            name: "strip_quotes splits HTML", stage: #"{"type":"strip_quotes"}"#,
            input: #"{"body":"Yes.<div>On 1/2/2024, Ann wrote:</div><blockquote>Well?</blockquote>"}"#,
            output: #"{"body":"Yes.<div>On 1/2/2024, Ann wrote:</div><blockquote>Well?</blockquote>","light_body":"Yes.","#
                + #""quoted":"<div>On 1/2/2024, Ann wrote:</div><blockquote>Well?</blockquote>","signature":null}"#),
        StageExample(
            name: "strip_quotes splits text and takes the signature off",
            stage: #"{"type":"strip_quotes","into":"own","quoted_into":"q","signature_into":"s","signature":"remove"}"#,
            input: #"{"body":"Yes.\n\nThanks,\nBob\n\nOn 1/2/2024, Ann <a@b.c> wrote:\n> Well?"}"#,
            output: #"{"body":"Yes.\n\nThanks,\nBob\n\nOn 1/2/2024, Ann <a@b.c> wrote:\n> Well?","own":"Yes.","#
                + #""q":"On 1/2/2024, Ann <a@b.c> wrote:\n> Well?","s":"Thanks,\nBob"}"#),
        StageExample(
            name: "strip_quotes lists what programs have added, and removes it by name",
            stage:
                #"{"type":"strip_quotes","quoted_into":"q","signature_into":"s","parts":{"banner":"remove"}},{"type":"remove","fields":["q","s"]}"#,
            input: #"{"body":"[EXTERNAL]\n\nYes.\n\nDISCLAIMER"},{"body":"<p>[EXTERNAL]</p><p>Yes.</p>"},{"body":null}"#,
            output: #"{"body":"[EXTERNAL]\n\nYes.\n\nDISCLAIMER","light_body":"Yes.\n\nDISCLAIMER","#
                + #""parts":[{"part":"banner","content":"[EXTERNAL]"},{"part":"disclaimer","content":"DISCLAIMER"}]}"#
                + #"{"body":"<p>[EXTERNAL]</p><p>Yes.</p>","light_body":"<p>Yes.</p>","parts":[{"part":"banner","content":"<p>[EXTERNAL]</p>"}]}"#
                + #"{"body":null,"light_body":null,"parts":[]}"#),
        StageExample(
            name: "strip_quotes lists the quoted messages, and the answers between quotes",
            stage: #"{"type":"strip_quotes","messages_into":"m","answers_into":"a"},{"type":"select","fields":["m","a"]}"#,
            input: #"{"body":"Yes.\n\nOn 1/2/2024, Ann <a@b.c> wrote:\n> Well?"},{"body":"> Well?\nYes.\n> And?\nNo."},{"body":null}"#,
            output: #"{"m":[{"from":"Ann <a@b.c>","date":"1/2/2024","subject":null,"body":"Well?"}],"a":[]}"#
                + #"{"m":[],"a":[{"quoted":"Well?","own":"Yes."},{"quoted":"And?","own":"No."}]}{"m":[],"a":[]}"#),
        StageExample(
            name: "strip_quotes leaves a body without quotes unchanged, byte for byte", stage: #"{"type":"strip_quotes"}"#,
            input: #"{"body":"<P>a &quot;b\" "},{"body":null}"#,
            output: #"{"body":"<P>a &quot;b\" ","light_body":"<P>a &quot;b\" ","quoted":null,"signature":null}"#
                + #"{"body":null,"light_body":null,"quoted":null,"signature":null}"#),
        StageExample(
            name: "strip_quotes leaves what the subject calls a forward whole", stage: #"{"type":"strip_quotes"}"#,
            input: #"{"subject":"WG: x","body":"FYI\n\nOn 1/2/2024, Ann <a@b.c> wrote:\n> y"}"#,
            output: #"{"subject":"WG: x","body":"FYI\n\nOn 1/2/2024, Ann <a@b.c> wrote:\n> y","#
                + #""light_body":"FYI\n\nOn 1/2/2024, Ann <a@b.c> wrote:\n> y","quoted":null,"signature":null}"#),
        StageExample(
            name: "blurb creates a missing blurb", stage: #"{"type":"blurb","field":"body","max_characters":9}"#,
            input: #"{"body":"<p>one two<p>three","blurb":null},{"body":"x","blurb":"y"},{"blurb":"z"},"#
                + #"{"blurb":""},{"body":null},{"body":"a"}"#,
            output: #"{"body":"<p>one two<p>three","blurb":"one two…"}{"body":"x","blurb":"y"}{"blurb":"z"}{"body":null,"blurb":null}"#
                + #"{"body":"a","blurb":"a"}"#, reasons: [".body: missing; HTML was expected"]),
        StageExample(
            name: "blurb and strip_quotes recognise a page without other elements",
            stage: #"{"type":"blurb","field":"body"},{"type":"strip_quotes"}"#,
            input: #"{"body":"<html><body>Yes. On 1/2/2024, Ann wrote:\n&gt; Well?</body></html>"},{"body":"<body@b.c> x"}"#,
            output:
                #"{"body":"<html><body>Yes. On 1/2/2024, Ann wrote:\n&gt; Well?</body></html>","blurb":"Yes. On 1/2/2024, Ann wrote: > Well?","#
                + #""light_body":"<html><body>Yes. On 1/2/2024, Ann wrote:\n&gt; Well?</body></html>","quoted":null,"signature":null}"#
                + #"{"body":"<body@b.c> x","blurb":"<body@b.c> x","light_body":"<body@b.c> x","quoted":null,"signature":null}"#),
        StageExample(
            name: "extract_links lists addresses with their text", stage: #"{"type":"extract_links","field":"b"}"#,
            input: ##"{"b":"<a href=' /x '>a <b>b</b></a><a href=#y>z</a><a href=/x>again</a><a href=m><img alt=p></a>"},{"b":null}"##,
            output: ##"{"b":"<a href=' /x '>a <b>b</b></a><a href=#y>z</a><a href=/x>again</a><a href=m><img alt=p></a>","##
                + #""links":[{"url":"/x","text":"a b"},{"url":"m","text":"p"}]}{"b":null,"links":[]}"#),
        StageExample(
            name: "extract_links compares addresses by their bytes",
            stage: #"{"type":"extract_links","field":"b"},{"type":"set","fields":{"b":".links|length"}},{"type":"select","fields":["b"]}"#,
            input: #"{"b":"<a href='\u00e9'>x</a><a href='e\u0301'>x</a><a href='\u00e9'>x</a>"}"#, output: #"{"b":2}"#),
        StageExample(
            name: "extract_images lists visible images", stage: #"{"type":"extract_images","field":"b"}"#,
            input: #"{"b":"<img src=a alt=x width=20 height=9%><img src=p width=1 height=1><img src=a><img>"}"#,
            output: #"{"b":"<img src=a alt=x width=20 height=9%><img src=p width=1 height=1><img src=a><img>","#
                + #""images":[{"url":"a","alt":"x","width":20}]}"#),
    ]

    static let examples = fields + streams + meeting + content + formats + html + fieldPaths + elementPaths + keys

    @Test("do what they say", arguments: examples) func runs(_ example: StageExample) async throws {
        let observer = MemoryObserver()
        let sink = MemorySink()
        let stages = try stages(example.stage)
        let report = await run(plan(TextSource(example.input), stages, [sink]), observer: observer)
        #expect(sink.documents.joined() == example.output)
        #expect(observer.rejects.map(\.reason) == example.reasons)
        #expect(report.failure == nil)
    }

    @Test("that sort keep a bound on what they hold") func sortLimit() async throws {
        let stages = try stages(#"{"type":"sort","by":".k","max_records":2}"#)
        let report = await run(plan(NumberSource(count: 3), stages, [MemorySink()]))
        #expect(report.failure.map { String(describing: $0) }?.contains("2") ?? false)
    }

    @Test("that make records of a long list take time in proportion", .startsOnIdlePool, .timeLimit(.minutes(1))) func longList()
        async throws
    {
        let sink = MemorySink()
        let list = (0..<200_000).map(String.init).joined(separator: ",")
        let stages = try stages(#"{"type":"explode","field":"l"},{"type":"map","to":".l"}"#)
        _ = await run(plan(TextSource(#"{"l":[\#(list)],"t":1}"#), stages, [sink]))
        #expect(sink.documents.count == 200_000 && sink.documents.last == "199999")
    }

    @Test(
        "whose fields are in each other's way are refused",
        arguments: [
            #"{"type":"explode","field":"l","index":"l"}"#, #"{"type":"explode","field":"l","into":"n","index":"n.i"}"#,
            #"{"type":"explode","field":"l","keep":["l"],"into":"n"}"#, #"{"type":"explode","field":"l","keep":["l"],"spread":true}"#,
        ])
    func clashes(_ stage: String) { #expect(throws: PipelineFileError.self) { try stages(stage) } }

    func stages(_ stage: String) throws -> [PipelinePlan.StageComponent] {
        let text = #"{"source":{"type":"numbers"},"stages":["# + stage + #"],"sinks":[{"type":"memory"}]}"#
        let settings = PipelineSettings(parameters: [:], environment: [:])
        return try PipelineReader.read(text: Array(text.utf8), file: "p.json", registry: PipelineFileTests.registry, settings: settings)
            .stages.map(\.component)
    }
}
