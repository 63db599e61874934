/// One case of DOMPurify's fixtures.
package struct SanitizerCase: Decodable, Sendable {
    package let index: Int
    package let payload: String
    package let expected: [String]
}
