import HTMLParsing
import Testing

/// A style sheet of a mail, and what is left of it.
struct StyleSheetExample: CustomTestStringConvertible {
    let name: String
    let css: String
    /// The reduced style sheet, with one line for each rule.
    let safe: String
    var testDescription: String { name }

    init(_ name: String, _ css: String, _ safe: String) { (self.name, self.css, self.safe) = (name, css, safe) }

    /// The sanitiser of mail in a frame, with a scope.
    static let sanitizer = HTMLSanitizer(profile: .email, styleSheets: .scoped(to: "#own"))

    static let all = rules + selectors + atRules + declarations

    static func reduced(_ css: String) -> String {
        let output = sanitizer.sanitized(HTMLDocument(parsingFragment: "<style>\(css)</style><p>x</p>"))
        return output.elements(tag: .style).map { output.textContent(of: $0) }.joined()
    }
}

extension StyleSheetExample {
    static let atRules = [
        StyleSheetExample(
            "media queries for widths and color schemes stay",
            "@media only screen and (max-width:600px), (min-width: 30em) and (prefers-color-scheme : DARK){p{margin:0}}",
            "@media only screen and (max-width: 600px), (min-width: 30em) and (prefers-color-scheme: dark) {\n#own p {margin:0}\n}"),
        StyleSheetExample(
            "ranges", "@media (width<=600px) and (400px <= width < 50em){p{margin:0}}",
            "@media (width <= 600px) and (400px <= width < 50em) {\n#own p {margin:0}\n}"),
        StyleSheetExample(
            "conditions", "@media not all and (max-width:1px),not ((max-width:1px) or (min-width:2px)){p{margin:0}}",
            "@media not all and (max-width: 1px), not ((max-width: 1px) or (min-width: 2px)) {\n#own p {margin:0}\n}"),
        StyleSheetExample(
            "a query with another feature goes", "@media (min-height:1px),print{p{margin:0}}", "@media print {\n#own p {margin:0}\n}"),
        StyleSheetExample(
            "a block without any query left goes", "@media (orientation:portrait),tv,(color){p{margin:0}}b{margin:0}", "#own b {margin:0}"),
        StyleSheetExample(
            "media queries in each other", "@media screen{p{margin:0}@media print{b{margin:0}}i{margin:0}}",
            "@media screen {\n#own p {margin:0}\n@media print {\n#own b {margin:0}\n}\n#own i {margin:0}\n}"),
        StyleSheetExample("an unclosed media block is closed", "@media print{p{margin:0}", "@media print {\n#own p {margin:0}\n}"),
        StyleSheetExample(
            "all other at-rules go with their blocks",
            """
            @charset "x";@import url(x);@namespace a url(b);@font-face{font-family:a;src:url(x)}@page{margin:0}@layer a;@layer b{p{color:red}}
            @keyframes k{from{color:red}}@-webkit-keyframes k{to{color:red}}@supports (color:red){p{color:red}}@container (width>1px){p{color:red}}
            @property --x{syntax:'*'}@counter-style c{symbols:a}@scope (p){b{color:red}}@-ms-viewport{width:1px}@x{p{color:red}}@y p;b{margin:0}
            """, "#own b {margin:0}"),
    ]

    static let declarations = [
        StyleSheetExample(
            "what moves, covers, animates or counts goes",
            """
            p{position:fixed;z-index:9;top:0;inset:0;transform:none;animation:a 1s;transition:all 1s;content:'x';counter-reset:a;cursor:none;\
            pointer-events:none;filter:blur(1px);all:unset;behavior:url(x);-moz-binding:url(x);will-change:top;contain:none;clip:auto;\
            clip-path:none;mask:none;scroll-behavior:auto;margin:-1px;box-shadow:0 0 9px red;margin-top:0}
            """, "#own p {margin-top:0}"),
        StyleSheetExample(
            "variables and functions that fetch or read go",
            "p{--x:red;color:var(--x);width:attr(x px);background:image(x);background:src(x);background:image-set('x' 1x);height:env(x);width:1px}",
            "#own p {width:1px}"),
        StyleSheetExample(
            "a background keeps its color",
            "p{background:url(x) no-repeat #fff}b{background:red url( 'x;}' )}i{background:url(x), rgb(1, 2, 3)!important}",
            "#own p {background:#fff}\n#own b {background:red}\n#own i {background:rgb(1, 2, 3)!important}"),
        StyleSheetExample("an image that is not shown is none", "p{background-image:url(x);color:red}", "#own p {color:red}"),
        StyleSheetExample(
            "gradients stay", "p{background:linear-gradient(to right, red 0%, #00f)}",
            "#own p {background:linear-gradient(to right, red 0%, #00f)}"),
        StyleSheetExample(
            "layout stays",
            "p{display:flex;gap:8px;max-width:600px;overflow:hidden;object-fit:cover;border-top-left-radius:4px;padding-inline:1em}",
            "#own p {display:flex;gap:8px;max-width:600px;overflow:hidden;object-fit:cover;border-top-left-radius:4px;padding-inline:1em}"),
        StyleSheetExample(
            "no height is endless", "p{height:9999px;margin:1e9px 0;line-height:200;padding:calc(1px);width:9999px}",
            "#own p {width:9999px}"),
        StyleSheetExample(
            "a share of a container is one of the frame",
            "p{padding:5px 10%;margin:.33% 0% auto;gap:min(5%,1em);text-indent:2%;width:50%;border-radius:50%}b{padding-left:9vw}"
                + "i{margin:999%}a{margin:200vw}s{padding:min(9px,99vh)}u{padding:rgb(1e999%)}",
            "#own p {padding:5px min(10vw, 40px);margin:min(.33vw, 1.32px) min(0vw, 0px) auto;gap:min(min(5vw, 20px),1em);"
                + "text-indent:min(2vw, 8px);width:50%;border-radius:50%}\n#own b {padding-left:9vw}\n#own u {padding:rgb(1e999%)}"),
        StyleSheetExample(
            "an indent that hides text stays", "p{text-indent:-9999px}b{text-indent:-20px}i{text-indent:-9e9px}a{margin:-9999px}",
            "#own p {text-indent:-9999px}"),
        StyleSheetExample(
            "no unit is the frame's", "p{height:50vh;min-height:1dvb;font-size:1cqw;width:10vw;max-width:10vh}", "#own p {width:10vw}"),
        StyleSheetExample("no box is a grid", "p{display:grid;margin:0}b{display:INLINE-GRID}i{display:block grid}", "#own p {margin:0}"),
        StyleSheetExample("escapes go", #"p{\63olor:red;color:\72 ed;width:expression(1);width:1px\9}b{margin:0}"#, "#own b {margin:0}"),
    ]
}

extension StyleSheetExample {
    static let rules = [
        StyleSheetExample("a rule gets the scope", "p{color:red}", "#own p {color:red}"),
        StyleSheetExample("each selector gets the scope", "h1,.a , #b{margin:0}", "#own h1, #own .a, #own #m-b {margin:0}"),
        StyleSheetExample("importance stays", "td { width : 100% ! important }", "#own td {width:100%!important}"),
        StyleSheetExample("comments go", "/*a*/p/*b*/{/*c*/color/*d*/:/*e*/red/*f*/;/*}*/}", "#own p {color:red}"),
        StyleSheetExample("HTML comments around rules go", "<!-- p{color:red} -->", "#own p {color:red}"),
        StyleSheetExample("an unclosed block ends with the sheet", "p{color:red", "#own p {color:red}"),
        StyleSheetExample("an unclosed comment hides the rest", "p{color:red}/* h1{color:blue}", "#own p {color:red}"),
        StyleSheetExample("an unclosed function is closed", "p{color:rgb(1,2,3", "#own p {color:rgb(1,2,3)}"),
        StyleSheetExample("a bad declaration takes no other along", "p{color red;*width:1px;margin:0;:x;!;b:c}", "#own p {margin:0}"),
        StyleSheetExample("a bad string ends at its line", "p{font-family:'a\n;color:red}", "#own p {color:red}"),
        StyleSheetExample("nested rules go", "p{color:red;a{color:blue}margin:0}", "#own p {color:red;margin:0}"),
        StyleSheetExample("a rule without declarations goes", "p{position:fixed}b{}", ""),
        StyleSheetExample("a stray brace hides nothing", "} p{color:red}", "#own p {color:red}"),
        StyleSheetExample("the case of names does not matter", "P{COLOR:Red}", "#own p {color:Red}"),
    ]

    static let selectors = [
        StyleSheetExample("an operator outside of brackets", "p|=b{margin:0}|=x{margin:0}*|=y{margin:0}b{margin:0}", "#own b {margin:0}"),
        StyleSheetExample(
            "a number beyond all", "p:nth-child(-9223372036854775808){margin:0}b{margin:0}", "#own b {margin:0}"),
        StyleSheetExample("html, body and :root are the scope", "html,body,:root,html>body{margin:0}", "#own, #own, #own, #own {margin:0}"),
        StyleSheetExample("the scope's children stay its children", "body>table a{margin:0}", "#own > table a {margin:0}"),
        StyleSheetExample("nothing beside the scope is selected", "body+p,html~p,:root+*{margin:0}", ""),
        StyleSheetExample("combinators", "a>b+c~d e{margin:0}", "#own a > b + c ~ d e {margin:0}"),
        StyleSheetExample("no combinator stands alone", ">p,p>,p>>b,+p,~p{margin:0}", ""),
        StyleSheetExample("an unknown selector takes no other along", "::before,.a,@x,b:has(i),|c{margin:0}", "#own .a {margin:0}"),
        StyleSheetExample(
            "a pseudo-class of other browsers takes the rule along", ".a,_:-ms-fullscreen,.b{margin:0}b{margin:0}", "#own b {margin:0}"),
        StyleSheetExample("a selector that is no list of tokens goes", "a{}b{margin:0}", "#own b {margin:0}"),
        StyleSheetExample(
            "attributes", "[width],a[href^='x'],[class~=y],td[width=\"600\" i]{margin:0}",
            #"#own [width], #own a[href^="x"], #own [class~="y"], #own td[width="600" i] {margin:0}"#),
        StyleSheetExample(
            "attributes that are ours", "[data-src],[id^=x],[id],[hidden],p[id=x]{margin:0}", #"#own p[id="m-x"] {margin:0}"#),
        StyleSheetExample(
            "pseudo-classes", "a:hover,a:link,li:first-child,td:nth-child(odd),p:nth-of-type( -n + 3 ){margin:0}",
            "#own a:hover, #own a:link, #own li:first-child, #own td:nth-child(2n+1), #own p:nth-of-type(-1n+3) {margin:0}"),
        StyleSheetExample("no visited links, no pseudo-elements", "a:visited,p::after,p:before,p::first-line,:target{margin:0}", ""),
        StyleSheetExample(
            "lists of compounds", "p:not(.a, b):is(:first-child),:where(.c) d{margin:0}",
            "#own p:not(.a, b):is(:first-child), #own :where(.c) d {margin:0}"),
        StyleSheetExample(
            "a compound or a list with many parts goes",
            "p\(String(repeating: ":not(.a)", count: 40)),p:is(a\(String(repeating: ",b", count: 40))),p\(String(repeating: ".a", count: 80)),b{margin:0}",
            "#own b {margin:0}"),
        StyleSheetExample("no lists in lists", "p:not(:is(a)),p:not(a b),p:not(){margin:0}", ""),
        StyleSheetExample(
            "escapes", #".sm\:a,.\31 2,.\3c\/style{margin:0}"#, #"#own .sm\3a a, #own .\31 2, #own .\3c \2f style {margin:0}"#),
        StyleSheetExample("a scope that is there", "#own .a,#own,#own > b{margin:0}", "#own .a, #own, #own > b {margin:0}"),
        StyleSheetExample(
            "a scope that only begins so", "#owner .a,#own.b,#own + p{margin:0}", "#own #m-owner .a {margin:0}"),
    ]
}
