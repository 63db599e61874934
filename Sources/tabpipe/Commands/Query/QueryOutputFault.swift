/// An output that cannot be written in the form that the options ask for.
struct QueryOutputFault: Error {
    let message: String
}
