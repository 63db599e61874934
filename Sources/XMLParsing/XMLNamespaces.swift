internal import JSONParsing

/// The namespace prefixes in scope at the current position of the reader.
///
/// - SeeAlso: [Namespaces in XML 1.0, 6 Applying Namespaces](https://www.w3.org/TR/xml-names/#scoping-defaulting)
struct XMLNamespaces: Sendable {
    static let xml = "http://www.w3.org/XML/1998/namespace"
    static let xmlns = "http://www.w3.org/2000/xmlns/"

    /// The namespace of elements without a prefix.
    private(set) var defaultNamespace = ""
    /// Prefixes are compared by their bytes.
    private var byPrefix: [JSONKey: String] = [:]
    /// The namespace that each declaration of an open element replaced; nil for a prefix that was not declared.
    private var replaced: [(prefix: String, namespace: String?)] = []

    /// The number of declarations of open elements.
    var count: Int { replaced.count }

    /// Declares a prefix, or the default namespace for an empty one.
    ///
    /// - Returns: Why the standard forbids the declaration; nil if it was made.
    mutating func declare(_ prefix: String, as namespace: String) -> String? {
        if prefix == "xmlns" { return "the prefix \"xmlns\" cannot be declared" }
        if (prefix == "xml") != (namespace == Self.xml) {
            return prefix == "xml"
                ? "the prefix \"xml\" stands for \(Self.xml) alone" : "\(Self.xml) is the namespace of the prefix \"xml\" alone"
        }
        if namespace == Self.xmlns { return "\(Self.xmlns) cannot be declared" }
        if prefix.isEmpty {
            replaced.append(("", defaultNamespace))
            defaultNamespace = namespace
            return nil
        }
        if namespace.isEmpty { return "the prefix \"\(prefix)\" cannot stand for an empty namespace" }
        replaced.append((prefix, byPrefix.updateValue(namespace, forKey: JSONKey(prefix))))
        return nil
    }

    /// The namespace of a prefix; nil if it is not declared.
    func namespace(of prefix: String) -> String? {
        if prefix.isEmpty { return defaultNamespace }
        return prefix == "xml" ? Self.xml : byPrefix[JSONKey(prefix)]
    }

    /// Removes all declarations after the first `count` ones.
    mutating func removeDeclarations(behind count: Int) {
        while replaced.count > count, let last = replaced.popLast() {
            if last.prefix.isEmpty { defaultNamespace = last.namespace ?? "" } else { byPrefix[JSONKey(last.prefix)] = last.namespace }
        }
    }
}
