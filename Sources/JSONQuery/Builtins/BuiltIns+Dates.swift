import JSONParsing

extension BuiltIns {
    /// Functions of dates and times.
    static let dates: [String: Native] = [:]
}
