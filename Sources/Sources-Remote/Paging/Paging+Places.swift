internal import HTTP
internal import Pipeline

// Options that name a place in a response or in a request.
extension Paging {
    /// The forms of a place in a response, for help.
    private static let valueForms = " A jq program on the page, or {\"header\": \"NAME\"}."
    /// The forms of a place in a request, for help.
    private static let parameterForms = " The name of a query item, {\"json\": \".a.b\"}, {\"form\": \"NAME\"} or {\"header\": \"NAME\"}."

    /// Reads a place in a response. The option is required.
    static func value(_ name: String, _ options: inout OptionReader, help: String) -> PageValue {
        options.either(name, help: help + valueForms, text: .query({ .query($0.reading("page")) }), object: header)
    }

    /// Reads a place in a response; nil if the option is missing.
    static func optionalValue(_ name: String, _ options: inout OptionReader, help: String) -> PageValue? {
        options.optionalEither(name, help: help + valueForms, text: .query({ .query($0.reading("page")) }), object: header)
    }

    /// Reads a place in a request. The option is required.
    static func parameter(_ name: String, _ options: inout OptionReader, help: String) -> PageParameter {
        options.either(name, help: help + parameterForms, text: .string { .query($0) }, object: parameterObject)
    }

    /// Reads a place in a request, with the name of a query item as the default.
    static func parameter(_ name: String, default fallback: String, _ options: inout OptionReader, help: String) -> PageParameter {
        options.either(name, default: fallback, help: help + parameterForms, text: .string { .query($0) }, object: parameterObject)
    }

    /// Reads a place in a request; nil if the option is missing.
    static func optionalParameter(_ name: String, _ options: inout OptionReader, help: String) -> PageParameter? {
        options.optionalEither(name, help: help + parameterForms, text: .string { .query($0) }, object: parameterObject)
    }

    private static func header(_ options: inout OptionReader) -> PageValue? {
        .header(options.string("header", help: "The name of a header of the response."))
    }

    private static func parameterObject(_ options: inout OptionReader) -> PageParameter? {
        let json = options.optionalString("json", help: "The path of a field of the JSON body, such as .page.after.")
        let form = options.optionalString("form", help: "The name of an item of the form in the body.")
        let header = options.optionalString("header", help: "The name of a header of the request.")
        options.checkExactlyOne(of: ["json", "form", "header"])
        if let form { return .form(form) }
        if let header {
            // Content must not choose the host of a request, or the length of its body.
            if !header.isEmpty, let fault = CredentialText.fault(ofHeader: header) {
                options.report("expected the name of a header, found \"\(header.printable)\": \(fault)", option: "header")
            }
            return .header(header)
        }
        guard let json else { return nil }
        guard let keys = keys(of: json) else {
            options.report("expected the path of a field, such as .page.after", option: "json")
            return nil
        }
        return .json(keys)
    }

    /// The keys of a path without `[]`; nil for another text.
    private static func keys(of path: String) -> [String]? {
        guard let path = try? FieldPath(path) else { return nil }
        var keys: [String] = []
        for step in path.steps {
            guard case .key(let key) = step else { return nil }
            keys.append(key)
        }
        return keys
    }
}
