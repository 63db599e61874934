import JSONParsing

extension JSONValue {
    /// Whether conditions take the value for true: all but null and false.
    var isTruthy: Bool {
        switch kind {
        case .null: false
        case .boolean: bool == true
        default: true
        }
    }
}
