/// The template language that a site generator runs in Markdown, and that content must not reach.
///
/// Hugo and Liquid run before Markdown is read, so their marks act in code and addresses, too: ``escaped(_:)`` changes the bytes of a body. MDX is
/// a part of Markdown's grammar, so the writer escapes its marks while it knows what is text and what is code.
enum TemplateEscaping: String, CaseIterable, Sendable {
    /// Leaves all text as it is.
    case none
    /// Shortcodes of Hugo: `{{< x >}}` becomes `{{</* x */>}}`.
    case hugo
    /// Liquid, for Jekyll and Eleventy: `{{` and `{%` stand in `{% raw %}`.
    case liquid
    /// MDX, for Docusaurus and Astro: `{` and `<` get a backslash outside of code.
    case mdx

    /// Returns the Markdown with the marks of templates that run before Markdown escaped. Runs in linear time.
    func escaped(_ markdown: [UInt8]) -> [UInt8] {
        switch self {
        case .none, .mdx: markdown
        case .hugo: Self.escapedForHugo(markdown)
        case .liquid: Self.escapedForLiquid(markdown)
        }
    }

    private static let (brace, percent) = (UInt8(ascii: "{"), UInt8(ascii: "%"))
    private static let less = UInt8(ascii: "<")

    /// Hugo reads all between `{{</*` and the next `*/>}}` as text, and refuses a page with a shortcode that has no end. So a mark without an end
    /// gets a space, `{{ <`, which is the only change that works in code, too.
    ///
    /// - SeeAlso: [Hugo, Shortcodes](https://gohugo.io/content-management/shortcodes/)
    private static func escapedForHugo(_ markdown: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(markdown.count)
        var angles = ShortcodeEnds(mark: Array(">}}".utf8))
        var percents = ShortcodeEnds(mark: Array("%}}".utf8))
        var index = 0
        while index < markdown.count {
            guard markdown[index] == brace, index + 2 < markdown.count, markdown[index + 1] == brace,
                markdown[index + 2] == less || markdown[index + 2] == percent
            else {
                output.append(markdown[index])
                index += 1
                continue
            }
            let content = index + 3
            let isAngle = markdown[index + 2] == less
            guard let end = isAngle ? angles.next(in: markdown, from: content) : percents.next(in: markdown, from: content) else {
                output += "{{ ".utf8
                index += 2
                continue
            }
            output += markdown[index..<content]
            output += "/*".utf8
            output += markdown[content..<end]
            output += "*/".utf8
            output += markdown[end..<end + 3]
            index = end + 3
        }
        return output
    }

    /// Each opening mark stands in a `raw` of its own, because content may hold `{% endraw %}`.
    ///
    /// - SeeAlso: [Liquid, raw](https://shopify.dev/docs/api/liquid/tags/raw)
    private static func escapedForLiquid(_ markdown: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(markdown.count)
        var index = 0
        while index < markdown.count {
            guard markdown[index] == brace, index + 1 < markdown.count, markdown[index + 1] == brace || markdown[index + 1] == percent
            else {
                output.append(markdown[index])
                index += 1
                continue
            }
            output += "{% raw %}".utf8
            output += markdown[index..<index + 2]
            output += "{% endraw %}".utf8
            index += 2
        }
        return output
    }
}

/// Finds the ends of shortcodes of one kind. Caches the next end, so that many openers before the same end cost one search.
private struct ShortcodeEnds {
    let mark: [UInt8]
    private var found = -1
    private var isExhausted = false

    init(mark: [UInt8]) { self.mark = mark }

    /// The offset of the next end at or behind `start`, which grows from call to call; nil if there is none.
    mutating func next(in text: [UInt8], from start: Int) -> Int? {
        if isExhausted { return nil }
        if found >= start { return found }
        var index = start
        while index + mark.count <= text.count {
            if text[index] == mark[0], text[index + 1] == mark[1], text[index + 2] == mark[2] {
                found = index
                return index
            }
            index += 1
        }
        isExhausted = true
        return nil
    }
}
