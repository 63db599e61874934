/// A jq program failed for a record.
package struct ProgramError: Error, Sendable, CustomStringConvertible {
    /// The program's error, in words.
    package let reason: String
    package let place: ProgramPlace

    /// The reason and the place.
    package var description: String { "\(reason) (\(place.text))" }
}
