internal import HTTP
internal import Pipeline

/// The option `on_status`: what becomes of an element whose response has an error status.
struct StatusActions: Sendable {
    enum Action: String, CaseIterable, Sendable {
        /// The element stays, and gets the status in the field `hydrate_status`.
        case keep
        /// The element is removed.
        case drop
        /// The record fails.
        case fail
    }

    /// The actions by status, codes before classes.
    private var actions: [(pattern: StatusPattern, action: Action)] = []

    /// Reads the option.
    init(_ options: inout OptionReader) {
        let help =
            "What becomes of an element whose response has an error status, such as {\"404\": \"keep\"}, for codes and classes such as 4xx: "
            + "keep leaves it as it is and puts the status into its field \(HydrateStage.statusField), drop removes it, fail makes the record fail."
        for (key, text) in options.readIfPresent("on_status", .stringMap, help: help) ?? [] {
            guard let pattern = StatusPattern(key), pattern.isError else {
                options.report(
                    "expected a status from 400 to 599 or a class such as \"4xx\", found \"\(key.printable)\"", option: "on_status")
                continue
            }
            guard let action = Action(rawValue: text) else {
                let known = Action.allCases.map(\.rawValue)
                options.report(
                    "expected \(known.map { "\"\($0)\"" }.joined(separator: ", ")) for \(key), found \"\(text.printable)\""
                        + DidYouMean.hint(for: text, in: known), option: "on_status")
                continue
            }
            actions.append((pattern, action))
        }
        actions = actions.filter { $0.pattern.isCode } + actions.filter { !$0.pattern.isCode }
    }

    /// The action for a status; nil if the option does not name it.
    func action(for status: Int) -> Action? { actions.first { $0.pattern.matches(status) }?.action }
}

extension StatusPattern {
    fileprivate var isCode: Bool { if case .code = self { true } else { false } }

    /// Whether the codes are errors: 400 to 599.
    fileprivate var isError: Bool {
        switch self {
        case .code(let code): (400...599).contains(code)
        case .hundreds(let digit): digit == 4 || digit == 5
        }
    }
}
