internal import HTMLParsing
internal import Pipeline

/// The colors of a theme, for the light and the dark scheme.
struct ThemeColors: Sendable {
    /// The colors of text, each with the backgrounds that it is on.
    private static let pairs: [(text: ColorRole, backgrounds: [ColorRole])] = [
        (.ink, [.paper, .sheet, .fill]), (.soft, [.paper, .sheet, .fill]), (.accent, [.paper, .sheet]),
    ]

    /// The given colors of each scheme.
    private let light: [ColorRole: OpaqueColor]
    private let dark: [ColorRole: OpaqueColor]

    /// Reads the option `colors` of a theme, and reports pairs whose contrast is too low.
    init(_ options: inout OptionReader) {
        light = options.readIfPresent("light", .object { Self.read(&$0) { $0.light } }, help: "The colors of the light scheme.") ?? [:]
        dark = options.readIfPresent("dark", .object { Self.read(&$0) { $0.dark } }, help: "The colors of the dark scheme.") ?? [:]
        Self.check(light, "light", standard: { $0.light }, &options)
        Self.check(dark, "dark", standard: { $0.dark }, &options)
    }

    private static func read(_ options: inout OptionReader, standard: (ColorRole) -> String) -> [ColorRole: OpaqueColor] {
        var colors: [ColorRole: OpaqueColor] = [:]
        for role in ColorRole.allCases {
            let help = "\(role.help) The default is \(standard(role)). Colors are as in CSS: #rrggbb, rgb(), hsl() or a name; opaque."
            guard let text = options.readIfPresent(role.rawValue, .string, help: help) else { continue }
            if let color = OpaqueColor(text) {
                colors[role] = color
            } else {
                let near = DidYouMean.hint(for: text.lowercased(), in: CSSNamedColors.digits.keys.sorted())
                options.report(
                    "expected an opaque color such as \"#1c1e21\", \"rgb(28 30 33)\", \"hsl(216 8% 12%)\" or \"navy\", "
                        + "found \"\(text.printable)\"\(near)", option: role.rawValue)
            }
        }
        return colors
    }

    private static func check(
        _ colors: [ColorRole: OpaqueColor], _ scheme: String, standard: (ColorRole) -> String, _ options: inout OptionReader
    ) {
        if colors.isEmpty { return }
        var all: [ColorRole: OpaqueColor] = [:]
        for role in ColorRole.allCases { all[role] = colors[role] ?? OpaqueColor(standard(role)) }
        for (text, backgrounds) in pairs {
            for background in backgrounds {
                guard let first = all[text], let second = all[background] else { continue }
                let contrast = first.contrast(with: second)
                guard contrast < OpaqueColor.minTextContrast else { continue }
                // Rounded down, so that a contrast just below the limit does not look like the limit.
                let hundredths = Int(contrast * 100)
                options.report(
                    "\(text.rawValue) \(first.text) on \(background.rawValue) \(second.text) has a contrast of \(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")"
                        + "\(hundredths % 100):1; text needs \(OpaqueColor.minTextContrast):1", option: scheme)
            }
        }
    }

    /// The rules that set the colors on screens. Print keeps its own colors.
    var rules: String {
        Self.rule(light, "screen") + Self.rule(dark, "screen and (prefers-color-scheme: dark)", also: light)
    }

    /// - Parameter also: The colors of the other scheme, which a more general rule sets in this one, too.
    private static func rule(_ colors: [ColorRole: OpaqueColor], _ media: String, also other: [ColorRole: OpaqueColor] = [:]) -> String {
        let declarations = ColorRole.declarations { role in
            colors[role]?.text ?? (other[role] == nil ? nil : OpaqueColor(role.dark)?.text)
        }
        return declarations.isEmpty ? "" : "@media \(media) { :root { \(declarations) } }\n"
    }
}

/// A color of the pages. The pages of threads use some of them for mail without colors of its own, too.
enum ColorRole: String, CaseIterable, Sendable {
    case paper, sheet, ink, soft, line, accent, fill

    /// The use of the color, in one sentence.
    var help: String {
        switch self {
        case .paper: "The background of the page."
        case .sheet: "The background of cards, messages and bars."
        case .ink: "Text."
        case .soft: "Text that matters less."
        case .line: "Lines."
        case .accent: "Links and buttons."
        case .fill: "The background of boxes."
        }
    }

    /// The color in the light scheme, if the theme sets no other.
    var light: String {
        switch self {
        case .paper: "#f6f5f2"
        case .sheet: "#fff"
        case .ink: "#1c1e21"
        case .soft: "#5b6068"
        case .line: "#dcdad4"
        case .accent: "#0b57b8"
        case .fill: "#eceae5"
        }
    }

    /// The color in the dark scheme, if the theme sets no other.
    var dark: String {
        switch self {
        case .paper: "#131417"
        case .sheet: "#1b1d21"
        case .ink: "#e9e7e3"
        case .soft: "#a5a9b0"
        case .line: "#34373d"
        case .accent: "#9cc2ff"
        case .fill: "#26292e"
        }
    }

    /// Returns the declarations of the custom properties.
    ///
    /// - Parameter color: Returns the color of a role; nil leaves the role out.
    static func declarations(_ color: (ColorRole) -> String?) -> String {
        allCases.compactMap { role in color(role).map { "--\(role.rawValue): \($0);" } }.joined(separator: " ")
    }
}
