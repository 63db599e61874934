import JSONParsing

/// The compiled body of a function, to which its calls refer. The compiler sets it once, before the program is returned.
///
/// A class, because the body of a recursive function refers to it. `@unchecked Sendable`, because it does not change after compilation.
final class CompiledFunction: @unchecked Sendable {
    /// nil until the body has been compiled.
    var body: (any Node)?
}
