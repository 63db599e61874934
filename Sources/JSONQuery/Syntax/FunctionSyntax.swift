/// `def name(parameters): body;`
struct FunctionSyntax: Sendable {
    let name: String
    let parameters: [Parameter]
    let body: Syntax

    struct Parameter: Sendable {
        let name: String
        /// Whether it was written `$name`, so that it can be used as a value.
        let isValue: Bool
    }
}
