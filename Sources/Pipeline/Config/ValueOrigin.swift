package import JSONParsing

/// Where a value of a pipeline file came from, for `explain --origin`.
package struct ValueOrigin: Sendable {
    /// The path of the value, such as `source.from`.
    package let path: String
    /// The value, with secrets masked.
    package private(set) var value: JSONValue
    /// The place in the file, or `default`, and what stands behind it: `p.json:5:41, parameter from, --set`.
    package let origin: String

    /// Returns the origin with secret texts masked: a parameter may be the value of a secret option.
    func masked(by secrets: SecretValues) -> ValueOrigin {
        var origin = self
        origin.value = secrets.masked(value)
        return origin
    }

    /// Lists the origins of all values in an option.
    ///
    /// - Parameters:
    ///   - shown: The value in effect, with defaults filled in.
    ///   - value: The value in the file; nil if it has none.
    ///   - file: The file.
    ///   - path: The path of the option.
    static func list(_ shown: JSONValue, _ value: ConfigValue?, in file: ConfigFile, path: String) -> [ValueOrigin] {
        list(shown, value, file, path, value == nil ? "default" : nil)
    }

    /// - Parameter outer: The origin of the value around this one, if that did not stand in the file itself.
    private static func list(
        _ shown: JSONValue, _ value: ConfigValue?, _ file: ConfigFile, _ path: String, _ outer: String?
    ) -> [ValueOrigin] {
        let trail = value?.trail ?? []
        let origin = ([outer ?? value.map { file.place(of: $0.range) } ?? "default"] + trail).joined(separator: ", ")
        // Parts of a value that came from elsewhere came with it.
        let inherited = outer != nil || !trail.isEmpty ? origin : nil
        if let object = shown.object, !object.isEmpty {
            return object.flatMap { member in
                list(member.value, value?.member(member.key), file, "\(path).\(member.key)", inherited)
            }
        }
        if let elements = shown.array, !elements.isEmpty {
            var inner: [ConfigValue] = []
            if case .array(let values) = value?.content { inner = values }
            return elements.enumerated().flatMap { index, element in
                list(element, index < inner.count ? inner[index] : nil, file, "\(path)[\(index)]", inherited)
            }
        }
        return [ValueOrigin(path: path, value: shown, origin: origin)]
    }
}
