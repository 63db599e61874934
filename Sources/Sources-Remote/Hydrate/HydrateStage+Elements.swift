internal import HTTP
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

// From a record to URLs, and from their answers back to the record.
extension HydrateStage {
    /// An element of a record, and the URL that completes it.
    struct HydratedElement {
        /// The path of the element, such as `.messages[3]`; nil for the record itself.
        let place: String?
        /// nil for an element that stays unchanged.
        let address: WebAddress?
    }

    /// The elements of a record, in order.
    ///
    /// - Throws: ``RecordError`` with the path of an element without a usable URL; the error of a jq query.
    func targets(in record: Record) throws -> [HydratedElement] {
        let base = try addresses.base(of: record)
        guard let each else { return [HydratedElement(place: nil, address: try address(for: record, base))] }
        var targets: [HydratedElement] = []
        guard try record.get(each) != nil else { return [] }
        var copy = record
        try copy.change(each) { value, place in
            guard let value else { return nil }
            let found: WebAddress? = try Self.placed(at: place) { try address(for: Record(value, origin: record.origin), base) }
            targets.append(HydratedElement(place: place, address: found))
            return value
        }
        return targets
    }

    private func address(for element: Record, _ base: BaseAddress) throws -> WebAddress? {
        if let condition, try !condition.isTrue(element) { return nil }
        return try url.address(for: element, from: base, isAllowed: request.isNamed)
    }

    /// Puts the answers into the elements of a record.
    ///
    /// - Parameter responses: The responses by the text of their URL.
    /// - Returns: Whether the record is kept.
    /// - Throws: ``RecordError`` for the first element whose URL failed; ``PipelineFailure`` for one that ends the run.
    func complete(_ record: inout Record, _ targets: [HydratedElement], _ responses: [String: Result<ChildResponse, any Error>]) throws
        -> Bool
    {
        func answer(to target: HydratedElement) throws -> ChildAnswer? {
            guard let address = target.address else { return nil }
            guard let result = responses[address.text] else {
                throw PipelineFailure(.internalError, "hydrate: no response for \(address.shown)", concernsAllRecords: true)
            }
            return try Self.placed(at: target.place) { () throws -> ChildAnswer in try result.get().answer }
        }
        try checkLength(of: responses, for: targets)
        // A record that fails adds nothing to the counts of the run.
        var tally = HydrateCounts.Counts()
        guard let each else {
            let isKept = try apply(try answer(to: targets[0]), to: &record, &tally)
            counts.add(tally)
            return isKept
        }
        var number = 0
        var warnings: [String] = []
        try record.change(each) { value, place in
            guard let value else { return nil }
            let found = try answer(to: targets[number])
            number += 1
            guard let found else { return value }
            return try Self.placed(at: place) { () throws -> JSONValue? in
                var element = Record(value, origin: Origin())
                guard try apply(found, to: &element, &tally) else { return nil }
                warnings += element.warnings
                return element.value
            }
        }
        record.warnings += warnings
        counts.add(tally)
        return true
    }

    /// Ensures that the responses for a record are within the limit. Adds them in the order of the elements, so that timing does not
    /// matter.
    private func checkLength(of responses: [String: Result<ChildResponse, any Error>], for targets: [HydratedElement]) throws(RecordError) {
        var counted: Set<String> = []
        var bytes = 0
        for target in targets {
            guard let address = target.address, counted.insert(address.text).inserted else { continue }
            // The first failure is the error of the record.
            guard case .success(let response)? = responses[address.text] else { return }
            bytes += response.bytes
            guard bytes <= maxRecordBytes else {
                throw RecordError(
                    "the responses for this record are longer than \(maxRecordBytes) bytes (\(Self.maxRecordBytesOption))",
                    at: target.place)
            }
        }
    }

    /// Puts an answer into an element.
    ///
    /// - Returns: Whether the element is kept.
    private func apply(_ answer: ChildAnswer?, to element: inout Record, _ tally: inout HydrateCounts.Counts) throws -> Bool {
        switch answer {
        case nil: return true
        case .skipped?:
            tally.passedOver += 1
            return true
        case .noList?:
            if case .list(let list) = use { try element.set(list.into, to: .array([])) }
            tally.passedOver += 1
            return true
        case .fields(let fields)?:
            for field in fields {
                // A response without the value must not take away the one that is there.
                if field.value.isNull, !use.namesNull, try element.get(field.key).map({ !$0.isNull }) == true {
                    tally.withheld += 1
                    continue
                }
                try element.set(field.key, to: field.value)
            }
        case .items(let items, let warnings)?:
            if case .list(let list) = use { try element.set(list.into, to: .array(items)) }
            element.warnings += warnings
        case .status(let status)?:
            guard actions.action(for: status) == .keep else {
                tally.dropped += 1
                return false
            }
            try element.set(Self.statusField, to: .number(JSONNumber(status)))
            tally.kept[status, default: 0] += 1
            return true
        }
        tally.completed += 1
        return true
    }

    /// Runs `body`, and adds the path of the element to an error. A failure that concerns a single URL becomes an error of the record.
    private static func placed<Result>(at place: String?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as RecordError {
            let inner = error.path == "." ? nil : error.path
            throw RecordError(error.reason, at: place.map { $0 + (inner ?? "") } ?? inner)
        } catch let error as PipelineFailure where !error.concernsAllRecords {
            throw RecordError(error, at: place)
        } catch let error as JSONError {
            throw RecordError("\(error)", at: place)
        } catch let error as SystemError {
            throw RecordError("\(error)", at: place)
        }
    }
}
