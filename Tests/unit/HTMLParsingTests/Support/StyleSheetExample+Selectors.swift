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
