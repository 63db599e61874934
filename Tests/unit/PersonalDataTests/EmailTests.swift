import PersonalData
import Testing

@Suite("E-mail addresses") struct EmailTests {
    private static let addresses: [Marked] = [
        "?mail=«ann%2540example.com»", "?to=https%253A%252F%252Fx.org%252F%253Fm%253D«ann%2540example.com»&x=1", "«ann[@]example.com»",
        "«ann (@) example.com»", "«ann @ example.com», thanks", "«ann(at)example.com»", "«ann [at] example [dot] com»",
        "«ann AT example DOT com»", "«ann {at} example [.] com»", "«ann (a) example.org»", "«ann [ät] example [punkt] de»",
        "«ann (arroba) example (punto) es»", "«ann.b at example dot photography»", "«ann@example.com».pdf", "«export-ann@example.com».csv",
        "«ann@example.md»", "«ann [bei] example [punkt] de»", "«ann at 163 dot com» please", "«ann at 3 dot com»",
        "«ann.b at 3 dot com» please",
        "«ann@example.com»", "Ann <«ann@example.com»>", "(«ann@example.com»)", "\"«ann@example.com»\"", "'«ann@example.com»'",
        "write to «ann@example.com».", "«ann@example.com», «bob@example.org»;«c@d.eu»", "mailto:«ann@example.com»?subject=x",
        "«ann.b.example@mail.example.co.uk»!", "«ann+tag@example.com»", "«ann_example-1@sub.example.museum»", "«ANN@EXAMPLE.COM»",
        "«o'neil@example.com»", "«a@b.de»", "«1234567890@example.com»", "«ann@123.example.com»", "«ann@example.com»-",
        "x:«ann@example.com»",
        "«user%example.com@relay.example.org»", "«customer/department=shipping@example.com»", "«!def!xyz%abc@example.com»",
        "«$A12345@example.com»", "«jürgen@müller.de»", "«δοκιμή@παράδειγμα.gr»", "«用户@例子.公司»", "联系«ann@example.com»谢谢",
        "«ann@xn--mller-kva.example»", "«\"ann example\"@example.com»", "«ann@[192.168.1.1]»", "«ann@[IPv6:2001:db8::1]»",
        "«ann&#64;example.com»", "«ann&commat;example&period;com»", "«ann&#x40;example.com»", "?email=«ann%40example.com»&x=1",
        "https://example.com/?to=«ann@example.com»", "email=«ann@example.com»", "{\\\"email\\\":\\\"«ann@example.com»\\\"}",
        "«ann\\u0040example.com»",
        "«ann (at) example (dot) com»", "«ann [at] example.com»", "«ann at example dot com»", "«ann(at)example(dot)org»",
        "**«ann@example.com»**", "_«ann@example.com»_", "«ann\\_example@example.com»", "«ann&shy;@example.com»",
        "«ann@\u{200B}example.com»", "«a..b@docomo.ne.jp»", "[«ann@example.com»](mailto:«ann@example.com»)", "From:«ann@example.com»",
        "«ann＠example.com»", "\n«ann@example.com»\n", "«bounce+ann=example.org@lists.example.com»",
    ]
    private static let others: [Marked] = [
        "@ann", "ann@", "ann @ example", "a@b", "ann@localhost", "logo@2x.png", "icon@3x.jpg", "image001.png@01D0A1B2.C3D4E5F6",
        "pkg@1.2.3",
        "npm i @scope/pkg", "react@18.2.0", "@media print", "user@host:22", "look at example.com", "at dot com", "meet at noon", "3 @ 4.50",
        "5@ 3.20 EUR", "@example.com", "a @b.com", "ann@example.", "ann@.com", "ann@-example", "x@y.z", "ann@example.c0m1",
        "cat at the dot matrix", "They sold at 3 dot com firms", "worked at many dot com shops",
        "we met (at) the station", "arrive at 10.30", "foo@bar", "C@#", "@@@@", "Bob@Work", "email@", "= @ =",
        "https://medium.com/@ann/post",
        "twitter.com/@ann", "main@v2", "actions/checkout@v4", "docker@sha256:abc", "10 apples @ 2.00", "commit@HEAD", "style@page.css",
        "a@b.html", "meet at noon dot dot dot", "look at the dot in the middle", "look at example (dot) or not", "join us @ example.com",
        "option (a) is better", "logo@2x.svg", "we are @ the station", "report@home.pdf",
    ]

    @Test("are found in all their forms", arguments: addresses) func finds(_ text: Marked) throws { try text.check(.email) }
    @Test("are nothing else", arguments: others) func leaves(_ text: Marked) throws { try text.check(.email) }
}
