import JSONParsing

/// The body of a function that calls refer to. It is set once, when the body has been compiled, before the program is handed out.
///
/// A class, because the body of a recursive function refers to it. Unchecked, because nothing changes it after compilation.
final class Function: @unchecked Sendable {
    /// nil until the body has been compiled.
    var body: (any Node)?
}
