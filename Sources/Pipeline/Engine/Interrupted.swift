/// The program, or a signal that it received, stopped the run.
package struct Interrupted: Error, Equatable, CustomStringConvertible {
    /// The number of the signal; nil if there was none.
    package let signal: Int32?

    package var description: String { signal == nil ? "stopped" : "stopped by a signal" }
}
