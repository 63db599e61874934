/// The failure of a jq program for one record, with the place in the program.
///
/// Package access: only the JSON source rewords the error of its program; plug-ins pass it to ``RecordWriter/refuse(_:because:)``.
package struct ProgramError: Error, Sendable, CustomStringConvertible {
    /// The error in one sentence.
    package let reason: String
    package let place: ProgramPlace

    /// The reason and the place.
    package var description: String { "\(reason) (\(place.text))" }
}
