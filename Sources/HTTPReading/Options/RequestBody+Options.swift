package import HTTP
package import Pipeline

extension RequestBody {
    /// Reads the members of an option `body`.
    ///
    /// - Returns: The body, and the secret texts in it.
    package static func read(_ options: inout OptionReader) -> (body: RequestBody, secretTexts: [MaskedText]) {
        let json = options.readIfPresent("json", .json, help: "Any JSON value.")
        let form = options.readIfPresent("form", .textMap(allowsLists: true), help: "The items of a form. A list repeats the name.")
        options.checkExactlyOne(of: ["json", "form"], wrapping: "json")
        if let form { return (.form(form.map { ($0.key, $0.value.value) }), form.map(\.value).filter(\.isSecret)) }
        return (json.map { .json($0.value) } ?? .none, json?.secretTexts ?? [])
    }
}
