/// A file that options stand in, for messages: the pipeline file, or the file of a program.
package struct ConfigFile: Equatable, Sendable {
    let name: String
    let text: [UInt8]
}
