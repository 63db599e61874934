/// Something that the user has been told of already.
struct ReportedError: Error {
    let exitCode: Int32
}
