/// A signal ended the run.
package struct Interrupted: Error, Equatable, CustomStringConvertible {
    package let signal: Int32

    package var description: String { "stopped by a signal" }
}
