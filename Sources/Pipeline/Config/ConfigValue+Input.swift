extension ConfigValue {
    /// The options with which sources name their input.
    package static let inputOptions = ["from", "match", "url"]

    /// Returns a source with another input.
    ///
    /// - Parameters:
    ///   - input: The path or URL.
    ///   - folder: The folder that a relative path starts from.
    func replacingInput(by input: String, in folder: String) -> ConfigValue {
        guard case .object(var members) = content else { return self }
        let place = members.firstIndex { Self.inputOptions.contains($0.key) }
        let keyRange = place.map { members[$0].keyRange } ?? range
        let value = ConfigValue(
            content: .string(input), range: place.map { members[$0].value.range } ?? range, secretName: nil, baseDirectory: folder,
            literal: nil)
        let member = Member(key: place.map { members[$0].key } ?? Self.inputOptions[0], keyRange: keyRange, value: value)
        if let place { members[place] = member } else { members.append(member) }
        return ConfigValue(
            content: .object(members), range: range, secretName: secretName, baseDirectory: baseDirectory, literal: literal,
            contentFile: contentFile)
    }
}
