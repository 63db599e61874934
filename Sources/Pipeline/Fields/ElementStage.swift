/// A stage that reads one field and writes others beside it: in the record, or in each element of a list in it.
public protocol ElementStage: Stage {
    /// Where the stage works.
    var scope: FieldScope { get }

    /// Works on the record, or on an element as a record of its own.
    ///
    /// - Returns: What becomes of the record.
    func processElement(_ record: inout Record) throws -> Verdict
}

extension ElementStage {
    /// Applies ``processElement(_:)`` to each element in ``scope``.
    public func process(_ record: inout Record) throws -> Verdict {
        var verdict = Verdict.keep
        try scope.apply(to: &record) { verdict = try processElement(&$0) }
        return verdict
    }
}
