/// A stage that reads one field and writes others beside it, in the record or in each element of a list.
///
/// Read ``scope`` with ``OptionType/elementField``. For `.messages[].body`, the stage then receives each message as a
/// record of its own, and reads the field `.body` there.
public protocol ElementStage: Stage {
    /// The record, or the elements of a list in it, with the field that the stage reads.
    var scope: FieldScope { get }

    /// Processes the record, or one element as a record of its own.
    ///
    /// - Parameter record: The record or element, changed in place.
    /// - Returns: The verdict on the whole record. For a list, that on the last element counts.
    /// - Throws: The reason why the record fails. The path of a ``RecordError`` is that in the element.
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
