/// The name and text of a pipeline file, or of a file with a jq program, for messages with a line and a caret.
package struct ConfigFile: Equatable, Sendable {
    let name: String
    let text: [UInt8]
}
