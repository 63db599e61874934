import HTMLParsing
import Testing

/// A selector, and the IDs of the elements that it matches in a document, in their order. An element without an ID counts by its name.
struct SelectorExample: CustomTestStringConvertible {
    let document: String
    let selector: String
    let ids: String
    var testDescription: String { selector }

    private init(_ document: String, _ selector: String, _ ids: String) {
        (self.document, self.selector, self.ids) = (document, selector, ids)
    }

    /// The matches in a document, as ``ids`` has them.
    static func matches(_ selector: String, in html: String) throws -> String {
        let document = HTMLDocument(parsing: html)
        return names(try document.all(matching: HTMLSelector(parsing: selector)), in: document)
    }

    static func names(_ nodes: [HTMLNode], in document: HTMLDocument) -> String {
        nodes.map { document.attribute("id", of: $0) ?? document.name(of: $0) }.joined(separator: " ")
    }

    static let all =
        [
            (shop, ofNames + ofAttributes + ofCombinators + ofLists + ofRelatives), (list, ofNumbers), (form, ofForms),
            (languages, ofLanguages), (odd, ofOddities),
        ].flatMap { document, examples in examples.map { SelectorExample(document, $0.0, $0.1) } }

    static let shop = """
        <!DOCTYPE html><html id=html lang=en><head id=head><title id=title>Shop</title><meta id=meta name=a></head><body id=body class="Shop wide">
        <header id=top><h1 id=h>Shop</h1><a id=home href="/" rel="home Start">Home</a><a id=anchor name=x>x</a></header>
        <main id=main><section id=s1 class="list new"><h2 id=h2a>Chairs</h2>
        <article id=p1 class="product sale" data-sku=A-1><h3 id=n1>One</h3><p id=c1 class="price">1 €</p><img id=i1 src=one.png alt=""></article>
        <article id=p2 class="product" data-sku=A-22 lang=en-GB><h3 id=n2>Two</h3><p id=c2 class="price old">2 €</p></article>
        <article id=p3 class="product sold-out" data-sku=b-1 lang=de><h3 id=n3>Three</h3></article></section>
        <section id=s2 class="list"><h2 id=h2b>Tables</h2><p id=none></p><p id=blank> </p><p id=comment><!-- x --></p>
        <div id=d1 class=box><div id=d2 class=box><div id=d3 class=box><b id=b1>x</b></div></div></div></section></main>
        <footer id=foot title="All rights"><a id=pdf href="/terms.PDF" type="application/PDF">Terms</a><a id=mail href="mailto:a@example.org">Mail</a></footer>
        <svg id=svg viewBox="0 0 9 9"><foreignObject id=foreign></foreignObject><a id=link href="/x"></a></svg></body></html>
        """

    static let list = """
        <ul id=u><li id=a class=x>1</li><!-- c --><li id=b>2</li>text<li id=c class=x>3</li><li id=d class=x>4</li><li id=e>5</li>
        <li id=f class=x>6</li><li id=g>7</li></ul><div id=m><i id=i1></i><b id=b1></b><i id=i2></i><u id=u1></u><b id=b2></b><i id=i3></i></div>
        """

    static let form = """
        <form id=f><input id=t type=text><input id=c1 type=CheckBox checked><input id=c2 type=checkbox><input id=r type=radio checked>
        <input id=bad checked><select id=s><option id=o1 selected>1<optgroup id=g disabled><option id=o2>2</option></optgroup></select>
        <button id=b disabled>B</button><fieldset id=fs disabled><legend id=l1><input id=in1></legend><legend id=l2><input id=in2></legend>
        <textarea id=ta></textarea></fieldset><a id=link>x</a></form>
        """

    static let languages = """
        <div id=none>x<p id=en lang=en>a<b id=b>b</b></p><p id=gb lang=EN-gb>c</p><p id=ch lang=de-Latn-CH>d</p><p id=x lang=de-x-CH>e</p>
        <p id=empty lang="">f</p><p id=english lang=english>g</p></div>
        """

    static let odd = #"""
        <div id=1a class="sm:flex a.b"><p id="x y" class="ä Ä" title='say "hi"'>1</p><my-card id=card data-x="a b">2</my-card>
        <p id=tab class="one&#9;two&#10;three" title="a-b c">3</p><p id=p4 class="" title="">4</p></div>
        """#
}

extension SelectorExample {
    static let ofNames = [
        ("h3", "n1 n2 n3"), ("H3", "n1 n2 n3"), ("article, h1", "h p1 p2 p3"), ("h1, article, h1", "h p1 p2 p3"), ("#p2", "p2"),
        ("article#p2", "p2"), ("h3#p2", ""), (".product", "p1 p2 p3"), (".product.sale", "p1"), (".sale.product", "p1"), (".Product", ""),
        (".shop", ""), (".Shop", "body"), (".sold-out", "p3"), (".sold", ""), ("article.product#p1", "p1"), ("*#p1", "p1"), ("*.old", "c2"),
        ("foreignObject", "foreign"), ("foreignobject", "foreign"), ("svg a", "link"), ("nothing", ""), ("#P2", ""), ("  h1  ", "h"),
        ("h1,h2", "h h2a h2b"), ("h1 /* x */ , /**/ h2", "h h2a h2b"), (":root", "html"), ("html:root > body", "body"),
        ("body :root", ""), (":scope", "html"), (":scope > body", "body"), ("title", "title"), ("head > *", "title meta"),
    ]

    static let ofAttributes = [
        ("[data-sku]", "p1 p2 p3"), ("[DATA-SKU]", "p1 p2 p3"), ("[data-sku=A-1]", "p1"), ("[data-sku='A-1']", "p1"),
        (#"[data-sku="a-1"]"#, ""), ("[data-sku=a-1 i]", "p1"), ("[data-sku=a-1 I]", "p1"), ("[data-sku=a-1 s]", ""),
        ("[data-sku|=A]", "p1 p2"), ("[data-sku|='a' i]", "p1 p2"), ("[data-sku^=A-]", "p1 p2"), ("[data-sku$='-1']", "p1 p3"),
        ("[data-sku*='-']", "p1 p2 p3"), ("[data-sku*='']", ""), ("[data-sku^='']", ""), ("[data-sku$='']", ""), ("[rel~=home]", "home"),
        ("[rel~=start]", "home"), ("[rel~=start s]", ""), ("[rel~='home Start']", ""), ("[rel='HOME start']", "home"), ("[class~='']", ""),
        ("[lang|=en]", "html p2"), ("[lang=EN-gb]", "p2"), ("[lang=EN-gb s]", ""), ("[type='application/pdf']", "pdf"),
        ("[href$='.pdf']", ""), ("[href$='.pdf' i]", "pdf"), ("[ href ^= 'mailto:' ]", "mail"), ("a[href]:not([href^='/'])", "mail"),
        ("[alt]", "i1"), ("[alt='']", "i1"), ("[id=p1]", "p1"), ("[title*=right]", "foot"), ("a[name=x]", "anchor"), ("[src][alt]", "i1"),
        ("[viewBox]", "svg"), ("[viewbox^='0 0']", "svg"), ("[class='product sale']", "p1"), ("[class='sale product']", ""),
    ]

    static let ofCombinators = [
        ("section article", "p1 p2 p3"), ("section>article", "p1 p2 p3"), ("main > article", ""), ("main article > .price", "c1 c2"),
        ("h2 + article", "p1"), ("article + article", "p2 p3"), ("h2 ~ article", "p1 p2 p3"), ("#p1 ~ #p3", "p3"), ("#p3 ~ #p1", ""),
        (".box .box", "d2 d3"), (".box .box .box", "d3"), (".box > .box > .box", "d3"), (".box .box .box .box", ""), (".box b", "b1"),
        ("main b", "b1"), (".box > b", "b1"), ("section .box > .box b", "b1"), ("header ~ main section + section h2", "h2b"),
        ("body > main > section > article > h3 + p", "c1 c2"), ("html body main", "main"), ("html > body > header > a", "home anchor"),
        ("h3 + img", ""), ("p + img", "i1"), ("article ~ article h3", "n2 n3"), ("#s1 #p1, #s2 #p1", "p1"), ("* > h1", "h"), ("h1 *", ""),
        ("section section", ""),
    ]

    static let ofLists = [
        (":is(h1, h2)", "h h2a h2b"), (":where(h1, h2)", "h h2a h2b"), ("section :is(h2, .price)", "h2a c1 c2 h2b"),
        (":is(section, header) > :is(h1, h2)", "h h2a h2b"), ("article:not(.sale)", "p2 p3"), ("article:not(.sale, .sold-out)", "p2"),
        ("article:not(.sale):not(.sold-out)", "p2"), (":not(*)", ""), ("a:not([href])", "anchor"), ("h3:not(section h3)", ""),
        ("h2:not(.new > h2)", "h2b"), (":is(.new .price)", "c1 c2"), (":is(main > section) > h2", "h2a h2b"), (":not(:not(h1))", "h"),
        (":is(:is(:is(h1)))", "h"), ("article:is(.sale, [lang=de])", "p1 p3"), (".box:not(.box .box)", "d1"),
        (".box:not(:has(.box))", "d3"),
        ("p:empty", "none comment"), (":root:empty", ""), ("a:link", "home pdf mail"), (":any-link", "home pdf mail"),
        ("a:not(:link)", "anchor link"), ("img:empty", "i1"), ("main :first-child", "s1 h2a n1 n2 n3 h2b d2 d3 b1"),
    ]

    static let ofRelatives = [
        ("article:has(img)", "p1"), ("article:has(> img)", "p1"), ("section:has(img)", "s1"), ("section:has(> img)", ""),
        ("article:has(.price)", "p1 p2"), ("article:not(:has(.price))", "p3"), ("article:has(+ article)", "p1 p2"),
        ("article:has(~ article .old)", "p1"), ("article:has(~ #p3)", "p1 p2"), ("h2:has(+ p)", "h2b"), ("h2:has(~ div)", "h2b"),
        ("section:has(article .old)", "s1"), ("section:has(> article > .old)", "s1"), (".box:has(.box)", "d1 d2"),
        (".box:has(.box .box)", "d1"), (".box:has(> .box > b)", "d2"), (":has(> title)", "head"), ("body:has(svg)", "body"),
        ("section:has(h2 + article)", "s1"), ("section:has(img, b)", "s1 s2"), ("section:has(> .box, > .sale)", "s1 s2"),
        ("section:has(:is(main .old))", "s1"), ("main:has(section:has(img))", "main"), (":has(:has(> img))", "html body main s1"),
        ("article:has(h3):has(p):not(:has(img))", "p2"), ("article:has(> h3:first-child + p.old)", "p2"), ("h3:has(*)", ""),
        ("section:has(:scope)", ""), ("article:has(h3, :not(*))", "p1 p2 p3"),
    ]

    static let ofNumbers = [
        ("li:nth-child(1)", "a"), ("li:nth-child(3)", "c"), ("li:nth-child(odd)", "a c e g"), ("li:nth-child(EVEN)", "b d f"),
        ("li:nth-child(2n+1)", "a c e g"), ("li:nth-child(2n)", "b d f"), ("li:nth-child(3n+2)", "b e"), ("li:nth-child(-n+3)", "a b c"),
        ("li:nth-child( -n + 3 )", "a b c"), ("li:nth-child(n+6)", "f g"), ("li:nth-child(n)", "a b c d e f g"), ("li:nth-child(0)", ""),
        ("li:nth-child(0n+4)", "d"), ("li:nth-child(3n-1)", "b e"), ("li:nth-child(-2n+5)", "a c e"), ("li:nth-child(-n)", ""),
        ("li:nth-child(+3)", "c"), ("li:nth-child(-3)", ""), ("li:nth-child(+n+6)", "f g"), ("li:nth-last-child(1)", "g"),
        ("li:nth-last-child(-n+2)", "f g"), ("li:nth-last-child(odd)", "a c e g"), ("li:nth-child(2 of .x)", "c"),
        ("li:nth-child(odd of .x)", "a d"), ("li:nth-child(even of .x, #b)", "b d"), ("li:nth-last-child(1 of .x)", "f"),
        ("li:nth-last-child(-n+2 of li.x)", "d f"), (":nth-child(1 of .x)", "a"), ("li:nth-child(1 of :not(.x))", "b"),
        ("li:nth-child(n of #u > .x)", "a c d f"), ("li:nth-child(n+2):nth-child(-n+4)", "b c d"), ("li:first-child", "a"),
        ("li:last-child", "g"), ("li:only-child", ""), ("ul:first-child", "u"), ("#m > :first-child", "i1"), ("#m > :last-child", "i3"),
        ("i:first-of-type", "i1"), ("i:last-of-type", "i3"), ("#m > :first-of-type", "i1 b1 u1"), ("#m > :last-of-type", "u1 b2 i3"),
        ("#m > :only-of-type", "u1"), ("i:nth-of-type(2)", "i2"), ("#m > :nth-of-type(2)", "i2 b2"), ("i:nth-last-of-type(1)", "i3"),
        ("#m > :nth-last-of-type(2)", "b1 i2"), ("i:nth-of-type(odd)", "i1 i3"), ("b:nth-child(2)", "b1"), ("b:not(:first-of-type)", "b2"),
    ]

    static let ofForms = [
        (":checked", "c1 r o1"), ("input:checked", "c1 r"), ("option:checked", "o1"), (":disabled", "g o2 b fs in2 ta"),
        ("input:enabled", "t c1 c2 r bad in1"), (":enabled", "t c1 c2 r bad s o1 in1"), ("legend:disabled", ""),
        ("input[type=CHECKBOX]", "c1 c2"),
        ("input[type=checkbox s]", "c2"), ("a:any-link", ""),
    ]

    static let ofLanguages = [
        (":lang(en)", "en b gb"), (":lang(EN)", "en b gb"), (":lang(en-GB)", "gb"), (":lang(de)", "ch x"), (":lang(de-CH)", "ch"),
        (":lang('*-CH')", "ch"), (":lang(de, en-gb)", "gb ch x"), (":lang('')", "empty"), ("p:not(:lang(en))", "ch x empty english"),
        (":lang(e)", ""),
    ]

    static let ofOddities = [
        (#"#\31 a"#, "1a"), (#"#\000031a"#, "1a"), (#".sm\:flex"#, "1a"), (#".a\.b"#, "1a"), (".a.b", ""), (#"#x\ y"#, "x y"),
        (".ä", "x y"), (".Ä.ä", "x y"), (#"[title='say "hi"']"#, "x y"), (#"[title="say \"hi\""]"#, "x y"), ("my-card", "card"),
        ("MY-Card", "card"),
        (#"[data-x='a\20 b']"#, "card"), (".two", "tab"), (".one.three", "tab"), ("[title|=a]", "tab"), ("[title~=c]", "tab"),
        ("[class='']", "p4"), ("[title='']", "p4"), (#"\70"#, "x y tab p4"),
    ]
}
