// Paths of fields, in each stage that takes one.
extension StageTests {
    static let fieldPaths = [
        StageExample(
            name: "select keeps fields of inner objects where they are",
            stage: #"{"type":"select","fields":["title.rendered","id","title.raw","m[].b",".x.y"]}"#,
            input: #"{"id":1,"title":{"rendered":"A","z":0,"raw":"B"},"m":[{"b":1,"c":2},{"c":3},null]},{"title":"T","id":2,"x":{}}"#,
            output: #"{"title":{"rendered":"A","raw":"B"},"id":1,"m":[{"b":1},{},null]}{"id":2}"#),
        StageExample(
            name: "select rejects elements that have no fields", stage: #"{"type":"select","fields":["m[].b"]}"#,
            input: #"{"m":[3,{"b":1}]},{"m":[{"b":1},[4]]},{"m":["x"]},{"m":[null,{"b":1}]},{"m":[]}"#,
            output: #"{"m":[null,{"b":1}]}{"m":[]}"#,
            reasons: [
                ".m[0]: expected an object, found a number", ".m[1]: expected an object, found an array",
                ".m[0]: expected an object, found a string",
            ]),
        StageExample(
            name: "select rejects elements that are not lists but have a path into them",
            stage: #"{"type":"select","fields":["m[][].b","n[].c","n[][].d"]}"#,
            input:
                #"{"m":[[{"b":1,"c":2},null],null,[]]},{"m":[[{"b":1}],{"b":1}]},{"m":[[[1]]]},{"n":[{"c":1,"e":2},[{"d":1}]]},{"n":[3]}"#,
            output: #"{"m":[[{"b":1},null],null,[]]}{"n":[{"c":1},[{"d":1}]]}"#,
            reasons: [
                ".m[1]: expected a list, found an object", ".m[0][0]: expected an object, found an array",
                ".n[0]: expected an object or a list, found a number",
            ]),
        StageExample(
            name: "select keeps a whole field of which it also names a part", stage: #"{"type":"select","fields":["a.b","a"]}"#,
            input: #"{"a":{"c":1.0,"b":2},"d":3}"#, output: #"{"a":{"c":1.0,"b":2}}"#),
        StageExample(
            name: "remove reaches into objects and lists", stage: #"{"type":"remove","fields":["a.b",".m[].x","c"]}"#,
            input: #"{"a":{"b":1,"d":2},"m":[{"x":1},{"y":2}],"c":3},{"a":4}"#, output: #"{"a":{"d":2},"m":[{},{"y":2}]}{"a":4}"#),
        StageExample(
            name: "rename takes a field out of its object", stage: #"{"type":"rename","fields":{"title.rendered":"title","a.b":"c.d"}}"#,
            input: #"{"title":{"rendered":"T","raw":"R"},"a":{"b":1,"x":2}},{"title":"U"}"#,
            output: #"{"title":"T","a":{"x":2},"c":{"d":1}}{"title":"U"}"#),
        StageExample(
            name: "rename keeps the place within an object and within elements",
            stage: #"{"type":"rename","fields":{"a.b":"a.c","m[].x":"m[].y","k":"l"}}"#,
            input: #"{"a":{"b":1,"z":2},"m":[{"x":1,"w":0},{"v":1}],"k":3}"#,
            output: #"{"a":{"c":1,"z":2},"m":[{"y":1,"w":0},{"v":1}],"l":3}"#),
        StageExample(
            name: "rename rejects names that meet further in",
            stage: #"{"type":"rename","fields":{"a.b":"a.d","a.c":"a.d","x.y":"z","x.w":"z"}}"#,
            input: #"{"a":{"b":1,"c":2}},{"x":{"y":1,"w":2}},{"a":{"b":1},"x":{"w":2}}"#, output: #"{"a":{"d":1},"x":{},"z":2}"#,
            reasons: [#".a.d: two fields would be called "d""#, #".z: two fields would be called "z""#]),
        StageExample(
            name: "set puts a value into an object", stage: #"{"type":"set","fields":{"a.b":".a.c","d.e":".a.b",".[\"x.y\"]":"1"}}"#,
            input: #"{"a":{"c":1.0}}"#, output: #"{"a":{"c":1.0,"b":1.0},"d":{"e":1.0},"x.y":1}"#),
        StageExample(
            name: "messages puts thread and index into an object",
            stage: #"{"type":"messages","thread_field":"meta.thread","index_field":"meta.index"}"#,
            input: #"{"id":1,"messages":[{"id":2}]},{"id":3,"messages":[{"meta":4}]}"#,
            output: #"{"meta":{"thread":{"id":1},"index":0},"id":2}"#,
            reasons: [".messages[0].meta: the message has such a field already; name another one with index_field"]),
    ]

    static let elementPaths = [
        StageExample(
            name: "html_to_text writes beside the field that it reads", stage: #"{"type":"html_to_text","field":"content.rendered"}"#,
            input: #"{"content":{"rendered":"<p>a<p>b"}},{"content":{"rendered":null}},{"content":{}}"#,
            output: #"{"content":{"rendered":"<p>a<p>b","text":"a\n\nb\n"}}{"content":{"rendered":null,"text":null}}"#,
            reasons: [".content.rendered: missing; HTML was expected"]),
        StageExample(
            name: "html_to_markdown writes to the field that an option names",
            stage: #"{"type":"html_to_markdown","field":"content.rendered","into":"md"}"#,
            input: #"{"content":{"rendered":"<b>x</b>"}}"#, output: #"{"content":{"rendered":"<b>x</b>"},"md":"**x**"}"#),
        StageExample(
            name: "html_to_text works on each element",
            stage: #"{"type":"html_to_text","field":".messages[].body","into":".messages[].text"}"#,
            input:
                #"{"messages":[{"id":1.0,"body":"<p>a"},{"body":null}]},{"messages":[]},{"messages":null},{"messages":[{"body":"<i>x"},{"id":2}]},{"m":1},"#
                + #"{"messages":[3]},{"messages":{"body":"x"}}"#,
            output: #"{"messages":[{"id":1.0,"body":"<p>a","text":"a"},{"body":null,"text":null}]}{"messages":[]}{"messages":null}"#,
            reasons: [
                ".messages[1].body: missing; HTML was expected", ".messages: missing; a list was expected",
                ".messages[0]: expected an object, found a number", ".messages: expected a list, found an object",
            ]),
        StageExample(
            name: "sanitize_html works on each element in its place", stage: #"{"type":"sanitize_html","field":".a[].p[]"}"#,
            input: #"{"a":[{"p":["<p onclick=x>a","<script>b</script>c"]},{"p":[null]}]},{"a":[{"p":[1]}]}"#,
            output: #"{"a":[{"p":["<p>a</p>","c"]},{"p":[null]}]}"#, reasons: [".a[0].p[0]: expected a string, found a number"]),
        StageExample(
            name: "strip_quotes, blurb and the lists work on each message with its own subject",
            stage:
                #"{"type":"strip_quotes","field":"m[].body"},{"type":"blurb","field":"m[].light_body"},{"type":"extract_links","field":"m[].body"},"#
                + #"{"type":"extract_images","field":"m[].body"},{"type":"remove","fields":["m[].body","m[].quoted","m[].signature"]}"#,
            input: #"{"m":[{"body":"Yes.\n\nOn 1/2/2024, Ann <a@b.c> wrote:\n> Well?"},{"subject":"Fwd: x","body":"<a href=/y>z</a>"}]}"#,
            output: #"{"m":[{"light_body":"Yes.","blurb":"Yes.","links":[],"images":[]},"#
                + #"{"subject":"Fwd: x","light_body":"<a href=/y>z</a>","blurb":"z","links":[{"url":"/y","text":"z"}],"images":[]}]}"#),
        StageExample(
            name: "a document that a stage built is read further in, and written out there",
            stage: #"{"type":"thread","into":"page.html"},{"type":"html_to_text","field":"page.html"},{"type":"select","fields":["page"]}"#,
            input: #"{"messages":[{"from":"Ann","body":"<p>Hi"}]}"#,
            output: #"{"page":{"html":"<article><section><h2>Ann</h2><p>Hi</p></section></article>","text":"Ann\n\nHi\n"}}"#),
    ]

    static let keys = [
        StageExample(
            name: "dedupe keeps records whose key is null or absent", stage: #"{"type":"dedupe","by":".k"}"#,
            input: #"{"a":1},{"a":2},{"k":null},{"k":null},{"k":1},{"k":1},{"k":[null]},{"k":[null]}"#,
            output: #"{"a":1}{"a":2}{"k":null}{"k":null}{"k":1}{"k":[null]}"#),
        StageExample(
            name: "dedupe keeps records for which its program has no output", stage: #"{"type":"dedupe","by":".k | select(. > 1)"}"#,
            input: #"{"k":1},{"k":1},{"k":2},{"k":2}"#, output: #"{"k":1}{"k":1}{"k":2}"#),
    ]
}
