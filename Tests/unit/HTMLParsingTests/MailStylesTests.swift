import HTMLParsing
import Testing

@Suite("Mail with style sheets") struct MailStylesTests {
    static let documents = [
        StyleSheetExample(
            "attributes of html and body move to a block",
            "<html lang=de dir=rtl><head><style>body{margin:0}body.a>p{margin:1px}</style><body class=a bgcolor=FFF0F0 text=navy style='padding:1px'><p>x",
            #"<style>#own :where(.mail-body) {margin:0}"# + "\n" + #"#own :where(.mail-body).a > p {margin:1px}"# + "\n"
                + #"</style><div class="mail-body a" style="background-color:#FFF0F0; color:navy; padding:1px" lang="de" dir="rtl"><p>x</p></div>"#
        ),
        StyleSheetExample(
            "IDs stay where a rule names them", "<style>#a{margin:0}</style><p id=a>x<b id=b>y",
            "<style>#own #m-a {margin:0}\n</style><p id=\"m-a\">x<b>y</b></p>"),
        StyleSheetExample(
            "several sheets become one", "<style>a{margin:0}</style><p>x<style media='(max-width:9px)'>b{margin:0}</style>",
            "<style>#own a {margin:0}\n@media (max-width: 9px) {\n#own b {margin:0}\n}\n</style><p>x</p>"),
        StyleSheetExample("a sheet of another type goes", "<style type='text/less'>a{margin:0}</style>x", "x"),
        StyleSheetExample("a sheet for unknown media goes", "<style media=tv>a{margin:0}</style>x", "x"),
        StyleSheetExample(
            "style attributes lose their importance, and keep what hides",
            "<p style='color:red!important;max-height:0;overflow:hidden'>x</p>",
            #"<p style="color:red; max-height:0; overflow:hidden">x</p>"#),
        StyleSheetExample("hidden content stays hidden", "<p hidden=until-found>x</p><p>y</p>", "<p hidden=\"\">x</p><p>y</p>"),
        StyleSheetExample(
            "no style element can be closed from inside", "<style>.\\3c\\2f style{margin:0}p[title='</style>",
            "<style>#own .\\3c \\2f style {margin:0}\n</style>"),
    ]

    @Test("keeps what is safe in the whole document", arguments: documents) func sanitizes(_ example: StyleSheetExample) {
        let output = StyleSheetExample.sanitizer.sanitized(HTMLDocument(parsing: example.css))
        #expect(output.serialized() == example.safe)
        #expect(StyleSheetExample.sanitizer.sanitized(output).serialized() == example.safe)
        #expect(StyleSheetExample.sanitizer.sanitized(HTMLDocument(parsingFragment: example.safe)).serialized() == example.safe)
    }

    static let images = [
        StyleSheetExample("tiny ones", "<img src=a width=3 height=3><img src=b width=3 height=4>", "b"),
        StyleSheetExample(
            "hidden by a rule",
            "<style>.t{display:none}.u{opacity:0}.v{visibility:hidden}</style><img src=a class=t><img src=b class=u><i class=v><img src=c>",
            ""),
        StyleSheetExample("made tiny by a rule", "<style>#t{width:1px;height:1px}</style><img src=a id=t>", ""),
        StyleSheetExample("inside of hidden content", "<div style=display:none><p><img src=a></p></div><img src=b>", "b"),
        StyleSheetExample(
            "shown on some screens", "<style>.t{display:none}@media(max-width:9px){.t{display:block!important}}</style><img src=a class=t>",
            "a"),
        StyleSheetExample(
            "shown again by a stronger rule",
            "<style>img{display:block}.t{display:none}p .t{display:block}</style><p><img src=a class=t></p><img src=b class=t>", "a"),
        StyleSheetExample(
            "shown again by the style attribute", "<style>.t{display:none}</style><img src=a class=t style=display:block>", "a"),
        StyleSheetExample(
            "with values that browsers refuse",
            "<img src=a style='display:none;display:bogus'><img src=b style='opacity:0;opacity:much!important'><img src=c style='display:block;display:nonesuch'>",
            "c"),
        StyleSheetExample(
            "tiny in other units",
            "<img src=a style='width:calc(1px);height:calc( 1px )'><img src=b style='width:.01vw;height:.01vh'><img src=c style='width:1pt;height:.1em'><img src=e style='width:max(1px,.5px);height:max(1px,1px)'><img src=f style='width:clamp(1px,2px,3px)'><img src=d style='width:1.5em;height:1.5em'><img src=g style='width:max(1px,50%);height:1px'>",
            "dg"),
        StyleSheetExample(
            "tiny by limits, or on the only side that is set",
            "<style>.l{max-width:2px}</style><img src=a style='max-width:1px;max-height:1px'><img src=b width=1><img src=c class=l height=1><img src=d width=1 height=90><img src=e width=1 style='width:100%'><img src=f style='width:100%;height:1px'>",
            "def"),
        StyleSheetExample(
            "as large as text without a size",
            "<div style=font-size:0><img src=a style='width:1em;height:1em'></div><img src=b style=width:1em>",
            "b"),
        StyleSheetExample(
            "in a collapsed box",
            "<div style='height:0;overflow:hidden'><img src=a></div><div style='height:0;overflow:hidden;padding-bottom:50%'><img src=b></div>",
            "b"),
        StyleSheetExample(
            "too faint to be seen", "<p style=opacity:.01><img src=a></p><img src=b style=opacity:5%><img src=c style=opacity:.5>", "c"),
        StyleSheetExample(
            "named by a part of an attribute",
            "<style>img[src*=px],[alt^=track i],[alt$='end'],[alt~=w],[lang|=de]{display:none}</style><img src=px1><img src=a alt=TRACKER><img src=b alt=the-end><img src=c alt='v w'><img src=d lang=de-at><img src=e alt='vw trackend.' lang=den>",
            "e"),
        StyleSheetExample("hidden by importance", "<style>.t{display:none!important}</style><img src=a class=t style=display:block>", ""),
        StyleSheetExample(
            "sized for a telephone",
            "<style>@media(max-width:9px){img{width:100%}.m{width:100%!important;display:block!important}}</style><img src=a width=1 height=1><img src=b class=m width=0 height=0 style=display:none>",
            "b"),
    ]

    @Test("loses the images that its styles hide", arguments: images) func removes(_ example: StyleSheetExample) {
        let output = StyleSheetExample.sanitizer.sanitized(HTMLDocument(parsing: example.css))
        #expect(output.elements(tag: .img).compactMap { output.attribute("src", of: $0) }.joined() == example.safe)
    }
}
