// A part of each fuzzer; see Benchmarks/README.md.

/// Ends the process if a condition does not hold, so that libFuzzer keeps the input.
func check(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fatalError(what()) }
}
