/// A color of the pages. The pages of threads use some of them for mail without colors of its own, too.
enum ColorRole: String, CaseIterable, Sendable {
    case paper, sheet, ink, soft, line, accent, fill

    /// What the color is for, in one sentence.
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
