package import JSONParsing

/// Variables that a program finds defined: `$name` for each. A program is compiled for their values, so that a use costs no look-up.
package struct QueryVariables: Sendable {
    /// Names without the dollar sign, with their values. Of equal names the last counts.
    let values: [(name: String, value: JSONValue)]

    /// - Parameter values: Names without the dollar sign, with their values. Of equal names the last counts.
    package init(_ values: [(name: String, value: JSONValue)]) { self.values = values }

    /// The scope with all variables above another one.
    func scope(above bottom: StaticScope?) -> StaticScope? {
        values.reduce(bottom) { $0.adding(.constant($1.name, $1.value)) }
    }
}
