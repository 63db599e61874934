internal import Pipeline

/// Options in the form of `tabpipe describe`: name, facts and help of each, with its inner options below it.
enum OptionText {
    /// - Parameter indent: The spaces in front of each line.
    static func lines(_ declarations: [OptionDeclaration], indent: String) -> String {
        var text = ""
        for option in declarations {
            text += "\(indent)\(option.name) (\(option.facts))\n\(indent)  \(option.help)\n"
            text += lines(option.kind.innerOptions, indent: indent + "    ")
            for choice in option.kind.cases {
                text += "\(indent)    type \"\(choice.name)\"\n\(indent)      \(choice.help)\n"
                text += lines(choice.options, indent: indent + "        ")
            }
        }
        return text
    }
}
