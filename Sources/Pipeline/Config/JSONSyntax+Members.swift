package import JSONParsing

extension JSONSyntax {
    /// The members of an object; none for other values.
    package var members: [Member] {
        if case .object(let members) = content { members } else { [] }
    }

    /// The value of a member; nil if there is none.
    package func member(_ key: String) -> JSONSyntax? { members.first { $0.key == key }?.value }

    /// The elements of an array; none for other values.
    package var elements: [JSONSyntax] {
        if case .array(let elements) = content { elements } else { [] }
    }
}
