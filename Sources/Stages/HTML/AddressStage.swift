internal import Pipeline

/// A stage whose result has the addresses of an HTML field. They become absolute: ``RelativeAddresses``.
protocol AddressStage: ElementStage {
    var addresses: RelativeAddresses { get }
}

extension AddressStage {
    func process(_ record: inout Record) throws -> Verdict {
        // The option is a template on the whole record. Elements of a list get its result with the origin.
        try addresses.apply(to: &record) { record in
            try scope.apply(to: &record) { _ = try processElement(&$0) }
        }
        return .keep
    }

    var hooks: Hooks { Hooks(notes: notes) }

    var notes: [String] { [addresses.remark].compactMap { $0 } }
}
