// Elements that contain only text: HTML 13.2.6.2 and 13.2.6.4.8.

extension HTMLTreeBuilder {
    /// Inserts an element and switches the tokenizer to the given text state.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text>
    mutating func insertTextElement(_ token: HTMLStartTag, _ state: HTMLTokenizerState) {
        insert(token)
        tokenizerState = state
        originalMode = mode
        mode = .text
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata>
    mutating func endText() -> HTMLTokenOutcome {
        _ = leaveText()
        return .consumed
    }

    /// Handles an end of file before the element's end tag.
    mutating func leaveText() -> HTMLTokenOutcome {
        popElement()
        mode = originalMode
        return .reprocess
    }
}
