/// Something that the user should know and that stops nothing.
package struct RunWarning: Sendable {
    package enum Kind: Sendable {
        case skipped
        case remark
    }

    package let step: String
    package let kind: Kind
    package let origin: Origin
    package let text: String
}
