internal import JSONStyling

extension JSONStyler {
    /// Writes values with line breaks, indented by two spaces, as `peek` shows them.
    ///
    /// - Parameter colors: Those of JSON if the style has colors.
    init(_ style: OutputStyle, _ colors: JSONColors) {
        self.init(
            indentation: Array("  ".utf8), colors: style == .colored ? colors : nil, isASCII: false, escapesControls: style.isForTerminal)
    }
}

extension JSONColors {
    /// The colors that `JQ_COLORS` sets in an environment: the standard ones if it sets none.
    static func named(in environment: [String: String]) -> (colors: JSONColors, warning: String?) {
        if let colors = JSONColors(EnvironmentVariable.jqColors.value(in: environment)) { return (colors, nil) }
        return (JSONColors(), "JQ_COLORS is not used: it may hold digits, semicolons and colons")
    }
}
