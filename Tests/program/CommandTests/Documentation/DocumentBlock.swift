/// A fenced block of a page of the documentation.
struct DocumentBlock {
    /// What the block is, and so how a test checks it.
    enum Kind: String, CaseIterable {
        /// Commands; the exit code is 0.
        case sh
        /// Commands behind `$ `, each followed by its output.
        case console
        /// JSON; a pipeline file is validated.
        case json
        /// A source file or a package's manifest, which the compiler checks.
        case swift
        /// Files of content.
        case markdown, jsonl, html
        /// What cannot run. It holds no command.
        case text
    }

    let kind: Kind
    /// The file behind the kind in the fence. A file that exists contains the block; otherwise the test writes the block to it.
    let file: String?
    let text: String
    /// The line of the opening fence, counted from 1.
    let line: Int
}
