public import JSONParsing
public enum PathStep: Sendable, Equatable { case key(String, optional: Bool), iterate(optional: Bool) }
public struct QueryError: Error, Equatable, Sendable {
    public let message: String; public let offset: Int; public let suggestion: String?
    public init(message: String, offset: Int, suggestion: String?) { self.message = message; self.offset = offset; self.suggestion = suggestion }
}
public struct Query: Sendable {
    public let source: String
    public init(_ source: String) throws(QueryError) { self.source = source }
    public func all(_ input: JSONValue) throws -> [JSONValue] { [] }
    public func first(_ input: JSONValue) throws -> JSONValue? { nil }
    public func isTrue(_ input: JSONValue) throws -> Bool { false }
    public var leadingPath: (steps: [PathStep], rest: Query?)? { nil }
    public var inputFields: Set<String>? { nil }
}
extension JSONValue {
    public func canonicalText() throws -> String { compactText }
    public static func jqOrder(_ left: JSONValue, _ right: JSONValue) throws -> Int { 0 }
}
