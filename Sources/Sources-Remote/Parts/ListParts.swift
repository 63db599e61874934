internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline

/// A part of what a source reads: a value of `for_each`, for which the source makes its requests.
struct ListPart: Sendable {
    /// The name of the variable with the value.
    static let variable = "part"
    /// The limit of a name, in bytes.
    static let maxNameBytes = 500
    /// The limit of a name in messages, in characters.
    private static let maxShown = 80

    /// The name of the part: in messages, in the origins of its records, and in the file of states.
    let name: String
    /// The value of `$part`.
    let value: MaskedJSON

    /// The name in messages.
    var shown: String { (name.count > Self.maxShown ? name.prefix(Self.maxShown - 1) + "…" : name[...]).description.printable }
}

extension ListPart {
    /// Names a value: a text or a number by itself, and an object by its first member that is a text or a number and no secret.
    ///
    /// - Throws: ``RecordError`` for a value without a name.
    fileprivate init(_ value: MaskedJSON) throws(RecordError) {
        self.value = value
        if let members = value.value.object, let shown = value.shown.object {
            let named = members.lazy.compactMap { member in
                member.value == shown[member.key] && !AddressMask.isSensitive(member.key) ? Self.name(of: member.value) : nil
            }.first
            guard let named else {
                throw RecordError("expected an object with a text or a number, not a secret, that names the part")
            }
            name = named
        } else if value.isSecret {
            throw RecordError("a secret names no part; write { \"name\": …, \"token\": { \"$env\": … } }")
        } else if let text = Self.name(of: value.value) {
            name = text
        } else {
            throw RecordError("expected a text, a number or an object, found \(value.value.kind.phrase)")
        }
        guard name.utf8.count <= Self.maxNameBytes else {
            throw RecordError("the name of a part has at most \(Self.maxNameBytes) bytes, and this one has \(name.utf8.count)")
        }
    }

    /// The name that a text or a number gives; nil for other values, and for an empty text.
    private static func name(of value: JSONValue) -> String? {
        guard let text = value.string ?? value.number?.text, !text.isEmpty else { return nil }
        return text
    }

    fileprivate init(_ window: TimeWindows.Window, to end: Int) {
        name = window.name
        value = MaskedJSON(
            .object(["from": .string(TimeWindows.text(of: window.from)), "to": .string(TimeWindows.text(of: end))]))
    }
}

/// The option `for_each`: the parts that a source reads one after another.
struct ListParts: Sendable {
    /// The limit of parts.
    static let maxParts = 10_000
    static let option = "for_each"

    /// The forms of the option.
    private enum Form {
        case values([MaskedJSON])
        /// The results of a program; nil if they are unknown, because the command reads the file without values.
        case computed([MaskedJSON]?)
        case windows(from: Int, to: TimeWindows.End, TimeWindows.Step)
    }

    /// The parts, in their order. Empty if they are unknown.
    private(set) var list: [ListPart] = []
    /// The last window at full length; nil if the present time does not cut it. Its requests identify the list of the state, because the
    /// cut end differs in each run.
    private(set) var wholeLast: ListPart?

    /// Reads the option.
    ///
    /// - Parameter now: The present time, in seconds since 1970.
    /// - Returns: nil without the option.
    static func read(_ options: inout OptionReader, now: Double = RunContext().network.clock.wallTime()) -> ListParts? {
        let form: Form? = options.readIfPresent(
            option, .either(.list(of: .json), { Form.values($0) }, object: { read(form: &$0) }),
            help: "The parts that the source reads one after another, such as accounts or months: a list of values, or an object with "
                + "windows of time or a program. The options use the value as $part, as in {{$part}} or {{$part.name}}.")
        guard let form else { return nil }
        if options.isNameInUse(ListPart.variable) {
            options.report("the variable $\(ListPart.variable) is the part, and a parameter has this name, too; rename it", option: option)
        }
        var parts = ListParts()
        switch form {
        case .values(let values), .computed(let values?): parts.take(values, &options)
        case .computed(nil): break
        case .windows(let from, let to, let step): parts.take(from: from, to: to, step, now: now, &options)
        }
        return parts
    }

    private static func read(form options: inout OptionReader) -> Form {
        let values = options.readIfPresent(
            "values", .constants,
            help: "A jq program on the parameters and tables of the file, such as $accounts[]. Each result is the value of a part.")
        let from = options.readIfPresent(
            "from", TimeWindows.start, help: "The start of the first window: a day, or a time with its zone. Windows are in UTC.")
        let to = options.read(
            "to", TimeWindows.end, default: .now, help: "The end of the last window, which does not belong to it: now, a day or a time.")
        let step = options.readIfPresent(
            "step", TimeWindows.stepLength,
            help: "The length of a window: a number of hours (12h), days (31d), weeks (1w) or months (1mo). $part.from and $part.to are "
                + "its start and its end, such as 2024-01-31T00:00:00Z.")
        options.checkExactlyOne(of: ["values", "from"])
        guard let from else {
            if values != nil, step != nil { options.report("\"step\" needs \"from\"", option: "step") }
            return .computed(values ?? nil)
        }
        guard let step else {
            options.report("\"step\" is missing, the length of a window", option: "step")
            return .computed(nil)
        }
        return .windows(from: from, to: to, step)
    }

    private mutating func take(_ values: [MaskedJSON], _ options: inout OptionReader) {
        if values.isEmpty { return options.report("expected at least one value", option: Self.option) }
        guard values.count <= Self.maxParts else {
            return options.report("expected at most \(Self.maxParts) values, found \(values.count)", option: Self.option)
        }
        var numbers: [String: Int] = [:]
        for (number, value) in values.enumerated() {
            do throws(RecordError) {
                let part = try ListPart(value)
                if let earlier = numbers.updateValue(number, forKey: part.name) {
                    throw RecordError("it is called \"\(part.shown)\", as value \(earlier + 1) is; each part needs a name of its own")
                }
                list.append(part)
            } catch {
                list = []
                return options.report("value \(number + 1): \(error.reason)", option: Self.option)
            }
        }
    }

    private mutating func take(
        from: Int, to: TimeWindows.End, _ step: TimeWindows.Step, now: Double, _ options: inout OptionReader
    ) {
        let end = if case .moment(let seconds) = to { seconds } else { Int(now) }
        guard from < end else {
            return options.report(
                "\"from\" is \(TimeWindows.text(of: from)), and the end of the last window is not later: \(TimeWindows.text(of: end))",
                option: Self.option)
        }
        guard let windows = TimeWindows(from: from, to: end, step: step).windows(limit: Self.maxParts) else {
            return options.report("these are more than \(Self.maxParts) windows; choose a longer \"step\"", option: Self.option)
        }
        list = windows.map { ListPart($0, to: $0.to) }
        if to == .now, let last = windows.last, last.wholeTo != last.to { wholeLast = ListPart(last, to: last.wholeTo) }
    }

    /// The parts in a few words, for `explain`.
    var explanation: String {
        if list.isEmpty { return "several parts, one after another" }
        let names = list.prefix(3).map(\.shown)
        let rest = list.count > names.count + 1 ? ["…"] : []
        let last = list.count > names.count ? [list[list.count - 1].shown] : []
        return "\(list.count.counted("part")), one after another: \((names + rest + last).joined(separator: ", "))"
    }
}
