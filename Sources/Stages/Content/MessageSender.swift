internal import Pipeline

/// The sender of a message: a display name, and an address if both are known.
public struct MessageSender: Equatable, Sendable {
    /// The display name; the address if it has none.
    public let name: String
    /// The address beside the name; nil if the name is all that is known, or is the address.
    public let address: String?

    /// - Parameter given: A name, an address, or both as `Name <address>`.
    public init(_ given: String) {
        let text = given.trimmingSpaces
        guard text.utf8.last == UInt8(ascii: ">"), let open = text.lastIndex(of: "<") else {
            name = text
            address = nil
            return
        }
        let inner = String(text[text.index(after: open)...].dropLast())
        guard inner.contains("@"), !inner.contains(where: { $0.isWhitespace || $0 == ">" }) else {
            name = text
            address = nil
            return
        }
        var display = text[..<open].trimmingSpaces
        if display.count > 1, let quote = display.first, quote == "\"" || quote == "'", display.last == quote {
            display = String(display.dropFirst().dropLast()).trimmingSpaces
        }
        name = display.isEmpty ? inner : display
        address = display.isEmpty ? nil : inner
    }

    /// - Returns: nil if both are blank.
    init?(name: String, address: String) {
        let (name, address) = (name.trimmingSpaces, address.trimmingSpaces)
        if name.isEmpty, address.isEmpty { return nil }
        self.name = name.isEmpty ? address : name
        self.address = name.isEmpty || address.isEmpty || name == address ? nil : address
    }

    /// The sender in one line, as a mail has it: `Name <address>`.
    public var text: String { address.map { "\(name) <\($0)>" } ?? name }

    /// What all messages of one person have in common: the address in lower case; the name if no address is known.
    public var person: String {
        if let address { return address.lowercased() }
        return name.contains("@") ? name.lowercased() : name
    }

    /// Whether the name is more than the address.
    public var hasName: Bool { address != nil || !name.contains("@") }
}
