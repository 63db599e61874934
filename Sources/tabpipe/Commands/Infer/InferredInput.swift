internal import JSONParsing

/// The input of an inferred source that reads one document: a file, or a URL with its credentials.
struct InferredInput {
    /// The variable with a whole URL, whose secrets the options of the source cannot send.
    private static let urlVariable = "API_URL"

    /// The default of the parameter.
    let value: JSONValue
    let credentials: InferredCredentials
    /// The environment variables that the file needs.
    let variables: [String]

    /// A file.
    init(file: String) {
        value = .string(file)
        credentials = InferredCredentials()
        variables = []
    }

    /// A URL. Sources of one document have no option `query`: further secrets make the whole URL one.
    ///
    /// - Parameter ofRequest: The credentials beside those in the URL.
    init(_ address: InferredAddress, _ credentials: InferredCredentials, ofRequest: InferredCredentials) {
        let isSecret = !credentials.query.isEmpty
        value = isSecret ? ["$env": .string(Self.urlVariable)] : .string(address.url)
        self.credentials = isSecret ? ofRequest : credentials
        variables = isSecret ? [Self.urlVariable] + ofRequest.variables : credentials.variables
    }
}
