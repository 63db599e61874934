internal import JSONParsing

extension SiteWords {
    /// Returns the words of a page's script as a JSON object. A counted word is a list of its two forms.
    func json(_ words: [ScriptWord]) -> String {
        var object = JSONObject()
        for word in words {
            switch word {
            case .word(let name, let word): object[name] = .string(self(word))
            case .counted(let name, let word): object[name] = .array([.string(self(word.one)), .string(self(word.other))])
            }
        }
        return JSONValue.object(object).compactText
    }
}
