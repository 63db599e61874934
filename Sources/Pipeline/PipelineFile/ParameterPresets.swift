internal import JSONParsing

/// The presets of parameters: defaults for other parameters, which apply if a parameter has a certain value.
///
/// The value is that of `--set`, or the parameter's own default. A value from a preset selects no further presets.
struct ParameterPresets {
    /// A value from a preset, with its place.
    struct PresetValue {
        let syntax: JSONSyntax
        /// The path in the file, such as `parameters.cache.presets.offline.from`.
        let path: String
    }

    private typealias Member = JSONSyntax.Member

    private let declared: [String: [Member]]
    private let settings: PipelineSettings
    /// The path of the parameters, such as `parameters`.
    private let path: String
    private(set) var problems: [Diagnostic] = []
    /// The values of the selected presets by parameter. A value of `--set` takes precedence.
    private(set) var values: [String: PresetValue] = [:]
    /// The selected presets: one line for each that gives values.
    private(set) var explanation: [String] = []

    /// - Parameters:
    ///   - declared: The parameters of the file.
    ///   - path: The path of the parameters, such as `parameters`.
    init(of declared: [JSONSyntax.Member], settings: PipelineSettings, path: String = "parameters") {
        self.path = path
        self.declared = Dictionary(declared.map { ($0.key, Self.members(of: $0.value)) }) { $1 }
        self.settings = settings
    }

    /// The presets of a parameter; nil if it has none.
    func all(of parameter: String) -> JSONSyntax? { key("presets", of: parameter) }

    /// The names of a parameter's presets.
    func names(of parameter: String) -> [String] { Self.members(of: all(of: parameter)).map(\.key) }

    /// The default of a parameter.
    func fallback(of parameter: String) -> JSONSyntax? { key("default", of: parameter) }

    /// Checks all presets of a parameter, and takes the values of the selected one.
    ///
    /// - Parameter value: The parameter's value as `--set` gives it; nil if it has none, or no text.
    mutating func read(_ parameter: String, value: String?) {
        guard let presets = all(of: parameter) else { return }
        let path = "\(path).\(parameter).presets"
        guard case .object(let members) = presets.content else {
            problems.append(Diagnostic("expected an object with a preset for each value", at: presets.range, path: path))
            return
        }
        for preset in members {
            let path = "\(path).\(preset.key)"
            guard case .object(let given) = preset.value.content else {
                let message = "expected an object with values of parameters, found \(ValueNodeResolver.kind(of: preset.value).phrase)"
                problems.append(Diagnostic(message, at: preset.value.range, path: path))
                continue
            }
            for member in given { check(member, among: given, of: parameter, path: "\(path).\(member.key)") }
            if preset.key == value { select(given, preset: preset.key, of: parameter, path: path) }
        }
    }

    private mutating func check(_ member: Member, among preset: [Member], of owner: String, path: String) {
        func fail(_ message: String, at range: Range<Int>) { problems.append(Diagnostic(message, at: range, path: path)) }
        guard declared[member.key] != nil else {
            let near = DidYouMean.hint(for: member.key, in: declared.keys.sorted())
            return fail("no parameter is called \"\(member.key.printable)\"\(near)", at: member.keyRange)
        }
        if member.key == owner { return fail("a preset gives values to other parameters, not to its own", at: member.keyRange) }
        let fallback = fallback(of: member.key)
        let kind = fallback.map(ValueNodeResolver.kind(of:)) ?? .string
        if kind != .null, ValueNodeResolver.kind(of: member.value) != kind {
            let wanted = kind.phrase + (fallback == nil ? "" : " like the default")
            return fail("expected \(wanted), found \(ValueNodeResolver.kind(of: member.value).phrase)", at: member.value.range)
        }
        guard case .string(let text) = member.value.content else { return }
        let inner = Self.members(of: all(of: member.key)).first { $0.key == text }
        let lost = Self.members(of: inner?.value).map(\.key).filter { name in !preset.contains { $0.key == name } }
        if !lost.isEmpty {
            let names = lost.map { "\"\($0.printable)\"" }.joined(separator: ", ")
            let preset = "the preset \"\(text.printable)\" of \"\(member.key.printable)\""
            fail("\(preset) does not apply through another preset; give values to \(names) here", at: member.value.range)
        }
    }

    private mutating func select(_ given: [Member], preset: String, of owner: String, path place: String) {
        let open = given.filter { settings.parameters[$0.key] == nil }
        for member in open {
            if let other = values[member.key] {
                let name = member.key.printable
                let way = path == "parameters" ? "--set \(name)=…" : "\"with\": { \"\(name)\": … }"
                let message = "\(other.path) gives a value to \"\(name)\", too; give one with \(way)"
                problems.append(Diagnostic(message, at: member.keyRange, path: "\(place).\(member.key)"))
            }
            values[member.key] = PresetValue(syntax: member.value, path: "\(place).\(member.key)")
        }
        let names = open.isEmpty ? "nothing" : open.map(\.key).joined(separator: ", ")
        explanation.append("\(path).\(owner): the preset \"\(preset)\" gives \(names)")
    }

    private func key(_ name: String, of parameter: String) -> JSONSyntax? {
        declared[parameter]?.first { $0.key == name }?.value
    }

    private static func members(of syntax: JSONSyntax?) -> [JSONSyntax.Member] {
        guard case .object(let members) = syntax?.content else { return [] }
        return members
    }
}
