internal import HTTP

extension RequestTemplate {
    /// The reason why requests cannot carry values; nil if they can.
    ///
    /// - Parameter parameters: The places of the values.
    func problem(carrying parameters: [PageParameter]) -> String? {
        for parameter in parameters {
            switch (parameter, body) {
            case (.json, .form): return "\"json\" puts a value into a JSON body, but the body is a form"
            case (.form, .json): return "\"form\" puts a value into a form, but the body is JSON"
            case (.json, _) where first.method == "GET", (.form, _) where first.method == "GET":
                return "\(parameter.phrase) needs \"method\": \"POST\""
            default: break
            }
        }
        return nil
    }
}
