/// The options of a step for the URLs among its inputs, such as credentials and retries. The library that sends the requests declares and
/// reads them, so that a source of files needs no such library.
public protocol URLOptions: Sendable {
    /// Creates the defaults, for a caller without such options.
    init()

    /// Reads and checks the options, after the step has read its own options from the same object.
    ///
    /// - Parameters:
    ///   - options: The options of the step.
    ///   - inputs: The inputs of the step.
    ///   - option: The option that names the inputs.
    init(options: inout OptionReader, inputs: [Input], option: String)
}

/// A source whose options for URLs a stage can share, such as its cache or its credentials.
///
/// Package access: the stages `hydrate` and `assets` share them; a plug-in must not depend on other steps.
package protocol URLOptionsProvider: Sendable {
    /// The options; nil if the source cannot read URLs.
    var urlOptions: (any URLOptions)? { get }
}
