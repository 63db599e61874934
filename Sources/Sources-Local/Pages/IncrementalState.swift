internal import JSONParsing
package import Pipeline

/// What a run leaves for the next one: how far it has read. The file of the option `state`.
package struct IncrementalState: Sendable {
    /// The items at the end of what was read.
    package struct Items: Sendable {
        /// The greatest cursor of all items that were read, of those that are not ahead of the clock; nil if all are.
        var greatest: CursorValue?
        /// The keys of the items in the window below it, and of those that are ahead of the clock, by their cursors.
        var groups: [(cursor: CursorValue, keys: [String])] = []
        /// What the run has found of the order of the list, where the option `order` states one.
        package var order = DescendingOrder.Known()
    }

    /// How far a run has read.
    package enum Position: Sendable {
        case items(Items)
        /// A token of the server, which the next run sends.
        case token(PageToken)
    }

    /// The list that the state belongs to.
    package let identity: ListIdentity
    package let position: Position
    /// The outputs of the run that wrote the state; nil if the version that wrote it stored none.
    package var outputs: [OutputMark]?

    package init(identity: ListIdentity, position: Position, outputs: [OutputMark]? = nil) {
        self.identity = identity
        self.position = position
        self.outputs = outputs
    }

    /// The position in messages: the greatest cursor, or the token.
    package var shown: String {
        switch position {
        case .items(let items): items.greatest?.shown ?? "the start of the list"
        case .token(let token): token.shown
        }
    }
}
