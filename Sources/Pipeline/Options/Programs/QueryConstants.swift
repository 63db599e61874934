internal import HTMLParsing
internal import JSONParsing
internal import JSONQuery

/// The values that all programs of a pipeline file can use as `$name`, such as its parameters, and the functions of the registry.
struct QueryConstants: Sendable {
    /// A value with its name.
    struct Constant: Sendable {
        /// The name without the dollar sign.
        let name: String
        /// The value; a placeholder if it is missing.
        let value: JSONValue
        /// Whether the value is unknown, because the command reads the file without values or the parameter has none.
        var isMissing = false
        /// The secret texts in the value.
        var secrets: [String] = []
    }

    /// A placeholder for values whose declarations have a fault that was already reported.
    static let faulty: QueryConstants = {
        var values = QueryConstants()
        values.isFaulty = true
        return values
    }()

    /// The functions that programs can call beside the built-in ones.
    var functions = QueryFunctions()
    /// The values for the compiler of programs; nil if there are none.
    private(set) var variables: QueryVariables?
    /// Whether values are unknown because of a fault that was reported.
    private(set) var isFaulty = false
    private var list: [Constant] = []
    private var missingNames: Set<String> = []
    private var secretTexts: [String: [String]] = [:]
    /// The secret texts in the values.
    private(set) var secrets = SecretValues()
    /// The same values, with other texts in place of the secrets of a variable that also has public parts. At most one.
    private var decoys: [QueryConstants] = []
    /// The names that cannot follow a dollar sign in a program.
    private var otherNames: [String] = []

    /// Adds values. Of equal names the last counts.
    mutating func add(_ new: [Constant]) {
        list += new.filter { Self.isVariable($0.name) }
        missingNames.formUnion(new.filter(\.isMissing).map(\.name))
        for value in new where !value.secrets.isEmpty { secretTexts[value.name] = value.secrets }
        for text in new.flatMap(\.secrets) { secrets.insert(text) }
        otherNames += new.map(\.name).filter { !Self.isVariable($0) }
        if !list.isEmpty { variables = QueryVariables(list.map { ($0.name, $0.value) }) }
    }

    /// Adds the variable of a component, such as `$part`. Only what a program makes of its secret texts is secret.
    mutating func add(_ name: String, _ value: MaskedJSON) {
        if value.isSecret {
            var decoy = self
            decoy.add([Constant(name: name, value: value.shown)])
            decoys = [decoy]
        }
        for text in value.secretTexts { secrets.insert(text.value) }
        add([Constant(name: name, value: value.value)])
    }

    /// The values with which a program gives another result if it depends on a secret of a component's variable; nil if none has secrets.
    var decoy: QueryConstants? { decoys.first }

    /// The names of missing values that a program uses.
    func missingNames(in query: Query) -> Set<String> { missingNames.intersection(query.usedConstants) }

    /// Whether the output of a program is secret, or made of a secret.
    func isSecret(_ value: JSONValue, of query: Query) -> Bool {
        !secrets(in: query).isEmpty || secrets.masked(value) != value
    }

    /// The secret texts in the values that a program uses.
    func secrets(in query: Query) -> [String] { query.usedConstants.flatMap { secretTexts[$0] ?? [] } }

    /// The message for an error of a program, with what was probably meant.
    ///
    /// - Parameters:
    ///   - error: The error of the compiler.
    ///   - source: The program.
    func message(for error: QueryError, in source: String) -> String {
        guard let advice = advice(on: error, in: source) else {
            return error.message + (error.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
        }
        return "\(error.message); \(advice)"
    }

    /// The advice for a program that looks for a parameter whose name cannot follow a dollar sign; nil for other errors.
    private func advice(on error: QueryError, in source: String) -> String? {
        guard let wanted = error.unknownVariable else { return nil }
        if wanted == "shard" { return "the name of the shard stands in paths of outputs and in arguments of programs" }
        if wanted == "part" {
            return "the source \"http\" alone has this variable, with \"for_each\"; its \"items\" can put the value into the records"
        }
        let rest = source.utf8.dropFirst(error.offset)
        let found = otherNames.first { rest.starts(with: "$\($0)".utf8) } ?? otherNames.first { Self.variable(for: $0) == wanted }
        guard let found else { return nil }
        return "in programs, names of parameters consist of letters, digits and \"_\"; rename \"\(found.printable)\" "
            + "to \"\(Self.variable(for: found))\""
    }

    /// The advice on a text that does not compile, and that takes parameters in `{{ … }}`.
    func fillingAdvice(for text: String) -> String {
        // `{{owner}}` is the placeholder of other programs.
        let bare = text.matches(of: #/\{\{\s*(\w+)\s*\}\}/#).lazy.map { String($0.1) }.first(where: contains)
        let known = list.isEmpty ? "" : " (there is \(list.map { "$\($0.name)" }.joined(separator: ", ")))"
        let advice = bare.map { "{{$\($0)}} puts in the parameter" } ?? "{{$name}} puts in a parameter\(known)"
        return "\(advice); {{\"{{\"}} gives the two braces themselves"
    }

    /// Whether a value has this name.
    func contains(_ name: String) -> Bool { list.contains { $0.name == name } }

    /// Whether a name can follow a dollar sign.
    static func isVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !first.isASCIIDigit else { return false }
        return name.utf8.allSatisfy(isInName)
    }

    /// The nearest name that can follow a dollar sign.
    private static func variable(for name: String) -> String {
        let bytes = name.utf8.map { isInName($0) ? $0 : UInt8(ascii: "_") }
        return (bytes.first?.isASCIIDigit ?? true ? "_" : "") + String(decoding: bytes, as: UTF8.self)
    }

    private static func isInName(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") }
}
