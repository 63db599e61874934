/// The style sheets of pages, put together from the files in `Browser/Styles`.
enum PageStyle {
    static let index = page(
        StyleFile.index(
            wideRatio: CardShape.wide.styleRatio, photoRatio: CardShape.photo.styleRatio, squareRatio: CardShape.square.styleRatio))
    static let article = page(StyleFile.article(wideRatio: CardShape.wide.styleRatio))
    static let thread = page(StyleFile.thread)
    static let messages = page(StyleFile.messages)

    /// The style sheet inside the frames of mail.
    static let mail =
        StyleFile.mail(
            dataTable: DataTable.mark, ink: ColorRole.ink.light, accent: ColorRole.accent.light, darkSheet: ColorRole.sheet.dark,
            darkInk: ColorRole.ink.dark, darkAccent: ColorRole.accent.dark) + "\n"

    /// Returns the style sheet of the page with the body of one message.
    ///
    /// - Parameter colors: The colors and the fonts of the theme.
    static func message(colors: String) -> String { palette + "\n" + colors + StyleFile.message(ink: ColorRole.ink.light) }

    private static let palette = StyleFile.palette(lightColors: declarations { $0.light }, darkColors: declarations { $0.dark })

    private static func page(_ rules: String) -> String {
        [palette, StyleFile.base(doubleRatio: CardShape.double.styleRatio), rules, StyleFile.print].joined(separator: "\n")
    }

    /// The declarations of all colors, without the last semicolon: the style sheet has one.
    private static func declarations(_ color: (ColorRole) -> String) -> String { String(ColorRole.declarations(color).dropLast()) }
}
