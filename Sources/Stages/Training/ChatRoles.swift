internal import JSONParsing
internal import Pipeline

/// Finds the role of a message: by a program, or by the address of its sender.
enum ChatRoles: Sendable {
    /// The assistant's addresses. All other senders are users.
    case own([AddressPattern])
    /// A jq program for a message.
    case program(RecordQuery)

    /// Reads the options `own` and `role`, of which a stage has one.
    init(options: inout OptionReader) {
        let own = options.readIfPresent(
            "own", .list(of: .addressPattern, isEmptyAllowed: false),
            help:
                "Your own addresses, such as help@example.com and *@example.com: their messages are the assistant's, all others the user's."
        )
        let role = options.readIfPresent(
            "role", .query,
            help:
                "A jq program for a message as it came, in place of own. It gives user, assistant or system, or null for a message to leave out."
        )
        options.checkExactlyOne(of: ["own", "role"])
        self = role.map { .program($0.reading("message")) } ?? .own(own ?? [])
    }

    /// Returns the same option with a program of its own, for ``Stage/copyForWorker()``.
    func recompiled() -> ChatRoles {
        if case .program(let query) = self { .program(query.recompiled()) } else { self }
    }

    /// Returns the role of a message; nil if it is left out.
    ///
    /// - Throws: ``RecordError`` with the path of the message if its role is not known; the error of the program.
    func role(of message: EmailThread.Message, origin: Origin) throws -> ChatRole? {
        switch self {
        case .own(let patterns):
            guard let address = try EmailThread.sender(of: message.object, at: message.path)?.mailAddress else {
                throw RecordError("the sender has no address, and own compares addresses", at: "\(message.path).from")
            }
            return patterns.contains { $0.matches(address) } ? .assistant : .user
        case .program(let query):
            guard let value = try query.first(Record(.object(message.source), origin: origin)), !value.isNull else { return nil }
            let expected = "user, assistant, system or null was expected"
            guard case .string(let text) = try value.decoded(at: message.path) else {
                throw RecordError("role gives \(value.kind.phrase); \(expected)", at: message.path)
            }
            guard let role = ChatRole(rawValue: text) else {
                throw RecordError("role gives \"\(text.prefix(40).printable)\"; \(expected)", at: message.path)
            }
            return role
        }
    }
}

/// An address, in which `*` stands for any text: `help@example.com`, `*@example.com`. Letters match in both cases.
struct AddressPattern: Sendable, Equatable {
    /// The pattern as it is in the file.
    let text: String
    private let bytes: [UInt8]

    static let none = AddressPattern(text: "", bytes: [])

    private init(text: String, bytes: [UInt8]) {
        self.text = text
        self.bytes = bytes
    }

    /// - Returns: nil for a text that matches no address: one without `@`, or with spaces.
    init?(_ text: String) {
        guard text.contains("@"), !text.contains(where: \.isWhitespace) else { return nil }
        self.init(text: text, bytes: Array(text.lowercased().utf8))
    }

    /// Whether the pattern matches the whole address.
    func matches(_ address: String) -> Bool {
        let address = Array(address.lowercased().utf8)
        var (place, next) = (0, 0)
        // Where the last star stands, and where the text behind it was tried. A later star makes earlier ones irrelevant.
        var star: (pattern: Int, tried: Int)?
        while place < address.count {
            if next < bytes.count, bytes[next] == UInt8(ascii: "*") {
                star = (next, place)
                next += 1
            } else if next < bytes.count, bytes[next] == address[place] {
                (place, next) = (place + 1, next + 1)
            } else if let (pattern, tried) = star {
                star = (pattern, tried + 1)
                (place, next) = (tried + 1, pattern + 1)
            } else {
                return false
            }
        }
        return bytes[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

extension OptionType where Value == AddressPattern {
    /// The pattern of an address.
    fileprivate static var addressPattern: Self {
        OptionType<String>.string.map(
            expecting: "an address such as help@example.com or *@example.com", placeholder: .none, written: \.text
        ) { AddressPattern($0) }
    }
}
