import JSONParsing
import JSONQuery
import Testing

@Suite("Slugs") struct SlugTests {
    /// A title, the slug of it, and the slug in Latin letters if that is another one.
    struct Example: Sendable, CustomTestStringConvertible {
        let title: String
        let slug: String
        let latin: String?
        var testDescription: String { title.debugDescription }

        init(_ title: String, _ slug: String, latin: String? = nil) {
            self.title = title
            self.slug = slug
            self.latin = latin
        }
    }

    static let examples: [Example] = [
        // Latin
        .init("Hello, World!", "hello-world"),
        .init("  3 × Nordlicht Küche  ", "3-nordlicht-kuche"),
        .init("Crème brûlée à l'ancienne", "creme-brulee-a-lancienne"),
        .init("Straße nach GROẞENHAIN", "strasse-nach-grossenhain"),
        .init("Smørrebrød på Ærø", "smorrebrod-pa-aero"),
        .init("Þórður og Guðrún", "thordur-og-gudrun"),
        .init("Zażółć gęślą jaźń", "zazolc-gesla-jazn"),
        .init("Đặng Thị Hà Nội", "dang-thi-ha-noi"),
        .init("İstanbul Iğdır ılık", "istanbul-igdir-ilik"),
        .init("Příliš žluťoučký kůň", "prilis-zlutoucky-kun"),
        .init("Œuvre, cœur & ĳsvogel", "oeuvre-coeur-ijsvogel"),
        .init("cafe\u{301} cre\u{300}me", "cafe-creme"),
        .init("Don’t stop — it's C++ & C#", "dont-stop-its-c-plus-plus-c-sharp"),
        .init("100 % für 3,50 €", "100-fur-3-50"),
        .init("ＦＵＬＬ　ｗｉｄｔｈ １２", "full-width-12"),
        .init("ﬁne ﬂour m² ①", "fine-flour-m2-1"),
        .init("𝓗𝓮𝓵𝓵𝓸 𝟚𝟘𝟚𝟜", "hello-2024"),
        .init("Z̸̢̛a̷͝l̴g̶͘o", "zalgo"),
        .init("Ħal Għaxaq", "hal-ghaxaq"),
        .init("Ōkami №5", "okami-5"),
        // Greek
        .init("Αθήνα", "αθήνα", latin: "athina"),
        .init("ΟΔΥΣΣΕΑΣ", "οδυσσεας", latin: "odysseas"),
        .init("Ευτυχία του κόσμου", "ευτυχία-του-κόσμου", latin: "evtychia-tou-kosmou"),
        .init("α\u{301}λφα", "άλφα", latin: "alfa"),
        // Cyrillic
        .init("Привет, мир!", "привет-мир", latin: "privet-mir"),
        .init("Йогурт и ёж", "йогурт-и-ёж", latin: "yogurt-i-yozh"),
        .init("Москва\u{301}", "москва", latin: "moskva"),
        .init("Їжак у Києві", "їжак-у-києві", latin: "yizhak-u-kiyevi"),
        .init("Љубав и џем", "љубав-и-џем", latin: "ljubav-i-dzem"),
        .init("и\u{306}од", "йод", latin: "yod"),
        // Armenian, Georgian
        .init("Երևան", "երևան", latin: "erevan"),
        .init("თბილისი", "თბილისი", latin: "tbilisi"),
        // Hebrew, Arabic, Persian, Urdu
        .init("שלום עולם", "שלום-עולם", latin: ""),
        .init("צה״ל", "צהל", latin: ""),
        .init("مرحبا بالعالم", "مرحبا-بالعالم", latin: ""),
        .init("مـــرحبا", "مرحبا", latin: ""),
        .init("می\u{200C}خواهم", "میخواهم", latin: ""),
        .init("العدد ٢٤", "العدد-٢٤", latin: "24-4b99d460"),
        // Devanagari, Bengali, Tamil, Telugu, Sinhala
        .init("नमस्ते दुनिया", "नमस्ते-दुनिया", latin: ""),
        .init("\u{958}लम", "\u{915}\u{93C}लम", latin: ""),
        .init("বাংলা ভাষা", "বাংলা-ভাষা", latin: ""),
        .init("வணக்கம் உலகம்", "வணக்கம்-உலகம்", latin: ""),
        .init("తెలుగు", "తెలుగు", latin: ""),
        .init("සිංහල", "සිංහල", latin: ""),
        // Thai, Lao, Khmer, Myanmar, Tibetan
        .init("สวัสดี ชาวโลก", "สวัสดี-ชาวโลก", latin: ""),
        .init("ສະບາຍດີ", "ສະບາຍດີ", latin: ""),
        .init("ភាសាខ្មែរ", "ភាសាខ្មែរ", latin: ""),
        .init("မြန်မာ", "မြန်မာ", latin: ""),
        // Han, Kana, Hangul
        .init("你好，世界！", "你好-世界", latin: ""),
        .init("東京オリンピック2020", "東京オリンピック2020", latin: "orinpikku2020"),
        .init("しゃしん と きっぷ", "しゃしん-と-きっぷ", latin: "shashin-to-kippu"),
        .init("ファイル・ウィキ", "ファイル-ウィキ", latin: "fairu-wiki"),
        .init("ｶﾞｷﾞ", "ガギ", latin: "gagi"),
        .init("か\u{3099}き", "がき", latin: "gaki"),
        .init("안녕 세계", "안녕-세계", latin: "annyeong-segye"),
        .init("\u{1112}\u{1161}\u{11AB}글", "한글", latin: "hangeul"),
        // Amharic, Cherokee, mixed
        .init("ሰላም ዓለም", "ሰላም-ዓለም", latin: ""),
        .init("Ꭰꮒꮩ", "ꭰꮒꮩ", latin: ""),
        .init("iPhone 用ケース", "iphone-用ケース", latin: "iphone-kesu"),
        .init("Zürich/Цюрих", "zurich-цюрих", latin: "zurich-tsyurikh"),
        // Neither letters nor harmless
        .init("🎉 Party 👩‍👩‍👧 time 🇩🇪", "party-time"),
        .init("1️⃣ first", "1-first"),
        .init("../../etc/passwd", "etc-passwd"),
        .init("a\u{0}b\u{7}c\u{200B}d\u{202E}e", "a-b-cde"),
        .init("--a--b__c--", "a-b-c"),
        .init("CON", "con-file"),
        .init("Lpt1", "lpt1-file"),
        .init("com¹", "com1-file"),
        .init("console", "console"),
        .init("soft\u{AD}hyphen", "softhyphen"),
        .init("snake_case.name", "snake-case-name"),
    ]

    @Test("are words in lower case with hyphens", arguments: examples) func makes(_ example: Example) throws {
        let slug = try Self.run("slug", example.title)
        #expect(slug == example.slug)
        #expect(Array(slug.utf8) == Array(example.slug.utf8))
        try Self.checkForm(slug)
    }

    @Test("are Latin letters if asked for; what has no rule is left out", arguments: examples) func romanizes(_ example: Example) throws {
        let slug = try Self.run("slug({ascii: true})", example.title)
        let wanted = example.latin ?? example.slug
        if wanted.isEmpty { #expect(slug.hasPrefix("untitled-")) } else { #expect(slug == wanted) }
        #expect(slug.utf8.allSatisfy { $0 < 0x80 })
        try Self.checkForm(slug)
    }

    static let german: [Example] = [
        .init("Übergrößenträger", "uebergroessentraeger"), .init("a\u{308}rger", "aerger"), .init("ÄÖÜ ë ï", "aeoeue-e-i"),
        .init("Ǖ", "ue"),
    ]

    @Test("spell umlauts as German does if asked for", arguments: german) func umlauts(_ example: Example) throws {
        #expect(try Self.run("slug({german: true})", example.title) == example.slug)
    }

    static let lengths: [QueryExample] = [
        .init(
            "at most 80 bytes, cut behind a word, with a hash at the end", #"[range(30) | "word"] | join(" ") | slug | .[:69], length"#,
            gives: [
                "\"" + Array(repeating: "word", count: 14).joined(separator: "-") + "\"", "78",
            ]),
        .init(
            "long titles that differ behind the limit stay apart",
            #"("word " * 20) as $t | ($t + "a" | slug) == ($t + "b" | slug), ($t | slug) == ($t | slug | slug)"#, gives: ["false", "true"]),
        .init(
            "signs behind a word are words", ##""C", "C++", "C#", "C++17", "A+ (best)", "c#/.net" | slug"##,
            gives: [#""c""#, #""c-plus-plus""#, #""c-sharp""#, #""c-plus-plus-17""#, #""a-plus-best""#, #""c-sharp-net""#]),
        .init(
            "other signs part words", ##""a+b", "issue#7", "# 5", "1 + 1", "+1" | slug"##,
            gives: [#""a-b""#, #""issue-7""#, #""5""#, #""1-1""#, #""1""#]),
        .init(
            "a title that ends at the limit stays whole",
            #""aaaa bbbb cccc dddd eeee", "aaaa bbbb cccc dddd eeee ffff" | slug({bytes: 24})"#,
            gives: [#""aaaa-bbbb-cccc-dddd-eeee""#, #""aaaa-bbbb-cccc-4ec2275b""#]),
        .init("a long word is cut behind a character", #""ж" * 50 | slug({bytes: 21}) | length"#, gives: "15"),
        .init("a long word behind a short one", #""a " + "b" * 50 | slug({bytes: 20})"#, gives: #""a-bbbbbbbbb-9b26eb50""#),
        .init("a letter keeps its marks or goes as a whole", #""กำ้" * 9 | slug({bytes: 20}) | utf8bytelength <= 20"#, gives: "true"),
        .init("a number", "2024.5 | slug", gives: #""2024-5""#),
        .init("an empty text", #""" | slug"#, gives: #""untitled""#),
        .init("texts without letters differ", #"("?" | slug) == ("!" | slug), ("?" | slug) == ("?" | slug)"#, gives: ["false", "true"]),
        .init(
            "a fallback becomes a slug itself", #""?" | slug({fallback: "New Page!"}), slug({fallback: "?"})"#,
            gives: [#""new-page""#, #""untitled-3a0cb08e""#]),
        .init("a missing title is an empty one", "null | slug, slug({fallback: \"page\"})", gives: [#""untitled""#, #""page""#]),
        .init("a list", "[1] | slug", fails: "slug input must be a string, not array ([1])"),
        .init("an unknown option", #""a" | slug({germany: true})"#, fails: #"slug has no option "germany"; did you mean "german"?"#),
        .init("a limit out of range", #""a" | slug({bytes: 3})"#, fails: "slug: bytes must be an integer from 20 to 240, not number (3)"),
        .init("options that are none", #""a" | slug("b")"#, fails: #"slug: the options must be an object, not string ("b")"#),
    ]

    @Test("have limits, a fallback and options", arguments: lengths) func limits(_ example: QueryExample) throws { try example.check() }

    private static func run(_ program: String, _ title: String) throws -> String {
        let found = try #require(try Query(program).first(.string(title))?.string)
        #expect(try Query(program).first(.string(found))?.string == found, "the slug of a slug is itself")
        return found
    }

    private static func checkForm(_ slug: String) throws {
        #expect(!slug.isEmpty && slug.utf8.count <= 80)
        #expect(!slug.hasPrefix("-") && !slug.hasSuffix("-") && !slug.contains("--"))
        #expect(!slug.contains("/") && !slug.contains("."))
        #expect(slug.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.properties.generalCategory != .format })
    }
}
