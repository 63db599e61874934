internal import Pipeline

/// The look of a site that differs from the usual one: the option `theme`.
struct Theme: Sendable {
    /// The rules of the theme, which follow those of the page; empty if the theme has none.
    let style: String
    /// The rules of the theme for colors and fonts, which are a part of ``style``.
    let palette: String
    /// The `data:` URL of the logo; nil if there is none.
    let logo: String?
    /// The `data:` URL of the icon.
    let icon: String
    let header: ThemeSection?
    let footer: ThemeSection?

    /// The look without the option.
    static let usual = Theme()

    private static let maxMarkup = 256 << 10
    private static let maxStyle = 1 << 20
    private static let maxImage = 64 << 10

    private init() {
        style = ""
        palette = ""
        logo = nil
        icon = ThemeImage.usualIcon
        header = nil
        footer = nil
    }

    /// Reads the option `theme` of a step.
    static func read(_ options: inout OptionReader) -> Theme {
        let file = OptionEither<Theme>.file { Theme(&$0) }
        return options.optionalEither(
            "theme",
            help: "The look of the pages: the path of a JSON file with these options, or the options themselves. Paths are relative to the "
                + "file in which they stand.",
            text: file
        ) { Theme(&$0) } ?? usual
    }

    private init(_ options: inout OptionReader) {
        let colors = options.optionalGroup("colors", help: "The colors in both schemes; each that is missing keeps its default.") {
            ThemeColors(&$0)
        }
        let fonts = options.optionalStrings(
            "font", help: "The names of fonts in the order of preference. They have to be installed, because pages load nothing.")
        logo = Self.image("logo", help: "The logo above every page, as SVG, PNG, JPEG, WebP, GIF or AVIF of at most 64 KiB.", &options)
        icon =
            Self.image("icon", help: "The icon of the site in the browser, in the same formats.", &options) ?? ThemeImage.usualIcon
        header = Self.section("header", help: "HTML above every page. Relative links start at the sink's folder.", &options)
        footer = Self.section("footer", help: "HTML below every page.", &options)
        let own = options.optionalFile(
            "style", limit: Self.maxStyle,
            help: "A style sheet that follows those of the pages. The policy of the pages lets it load images, but no fonts."
        )
        let font = fonts.map { FontStack.rule($0, &options) } ?? ""
        let sections = logo != nil || header != nil || footer != nil ? ThemeStyle.text : ""
        palette = (colors?.rules ?? "") + font
        style = sections + palette + (own.map { Self.style($0, &options) } ?? "")
    }

    private static func image(_ name: String, help: String, _ options: inout OptionReader) -> String? {
        guard let bytes = options.optionalFile(name, limit: maxImage, help: help) else { return nil }
        let address = ThemeImage.address(of: bytes)
        if address == nil {
            options.report("expected an image as SVG, PNG, JPEG, WebP, GIF or AVIF, found a file of another format", option: name)
        }
        return address
    }

    private static func section(_ name: String, help: String, _ options: inout OptionReader) -> ThemeSection? {
        guard let bytes = options.optionalFile(name, limit: maxMarkup, help: help + " Scripts, forms and styles are removed.") else {
            return nil
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            options.report("expected HTML in UTF-8, found a file in another encoding", option: name)
            return nil
        }
        return ThemeSection(bytes)
    }

    /// Returns a style sheet in the form in which a browser hashes it; empty after the reader has reported a problem.
    private static func style(_ bytes: [UInt8], _ options: inout OptionReader) -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            let found = bytes.contains(0) ? "a file with NUL" : "a file in another encoding"
            options.report("expected a style sheet in UTF-8, found \(found)", option: "style")
            return ""
        }
        let lines = text.replacing("\u{FEFF}", with: "").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if let end = lines.lowercased().firstRange(of: "</style") {
            let line = lines.lowercased()[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).count
            options.report("expected a style sheet without \"</style\", found it in line \(line)", option: "style")
            return ""
        }
        return lines.hasSuffix("\n") ? lines : lines + "\n"
    }
}
