internal import Pipeline

/// A successful HTTP response (status 200 to 299). Not copyable, because it owns an open file.
struct RemoteResponse: ~Copyable {
    /// The complete body, positioned at its beginning.
    let file: InputFile
    let head: ResponseHead
}
