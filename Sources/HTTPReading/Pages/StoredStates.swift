internal import JSONParsing
package import Pipeline

/// The content of the file of the option `state`: the state of a list, or those of the parts of a source with `for_each`.
package struct StoredStates: Sendable {
    /// The state of a part.
    package struct Part: Sendable {
        package let name: String
        package let state: IncrementalState

        package init(name: String, state: IncrementalState) {
            self.name = name
            self.state = state
        }
    }

    private enum Content: Sendable {
        case single(IncrementalState)
        case parts([Part], outputs: [OutputMark]?)
    }

    /// The largest number of parts in a file, with those that the source has no longer.
    package static let maxParts = 100_000
    private static let format = "tabpipe states of parts 1"

    private let content: Content
    /// The places of the parts in their list, by their names.
    private let places: [String: Int]

    /// The state of a source without parts.
    package init(_ state: IncrementalState) {
        content = .single(state)
        places = [:]
    }

    /// The states of parts, in order.
    ///
    /// - Parameter outputs: The outputs of the run that writes the states; nil if they are unknown.
    package init(_ parts: [Part], outputs: [OutputMark]?) {
        content = .parts(parts, outputs: outputs)
        places = Dictionary(parts.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// The state of a source without parts; nil if the file holds those of parts.
    package var single: IncrementalState? { if case .single(let state) = content { state } else { nil } }

    /// The states of parts; nil if the file holds that of a source without parts.
    package var parts: [Part]? { if case .parts(let parts, _) = content { parts } else { nil } }

    /// The state of a part; nil without one.
    package func state(of part: String) -> IncrementalState? { places[part].flatMap { parts?[$0].state } }

    /// The outputs of the run that wrote the file; nil if the version that wrote it stored none.
    package var outputs: [OutputMark]? {
        switch content {
        case .single(let state): state.outputs
        case .parts(_, let outputs): outputs
        }
    }
}

// The file of the states of parts:
//
//     {
//       "format": "tabpipe states of parts 1",
//       "outputs": [{"path": "out/items.jsonl", "bytes": 1834}],
//       "parts": [
//         {
//           "part": "acme",
//           "url": "https://api.example.com/orgs/acme/items",  (the other members of a state follow)
//           …
//         }
//       ]
//     }
extension StoredStates {
    /// The content of the file.
    package var bytes: [UInt8] {
        switch content {
        case .single(let state): return state.bytes
        case .parts(let parts, let outputs):
            var text = "{\n  \"format\": \"\(Self.format)\",\n"
            if let outputs { text += "  \(IncrementalState.text(of: outputs)),\n" }
            text += "  \"parts\": ["
            var separator = "\n"
            for part in parts {
                text += "\(separator)    \(part.state.text([("part", .string(part.name))], indent: "    "))"
                separator = ",\n"
            }
            return Array((text + "\n  ]\n}\n").utf8)
        }
    }

    /// Parses the content of a file.
    ///
    /// - Throws: ``StateFault`` with the place of the fault.
    package init(_ bytes: [UInt8]) throws(StateFault) {
        let (format, members) = try IncrementalState.object(in: bytes)
        guard format == Self.format else {
            try IncrementalState.check(format: format, is: IncrementalState.format)
            self.init(try IncrementalState(members))
            return
        }
        guard let list = members["parts"]?.array else { throw StateFault(".parts: expected an array") }
        var parts: [Part] = []
        for (number, part) in list.enumerated() {
            let place = ".parts[\(number)]"
            guard let object = part.object, let name = object["part"]?.string else { throw StateFault("\(place).part: expected a text") }
            do throws(StateFault) {
                parts.append(Part(name: name, state: try IncrementalState(object)))
            } catch {
                throw StateFault("\(place)\(error)")
            }
        }
        let outputs = try members["outputs"].map { value throws(StateFault) in try IncrementalState.marks(of: value) }
        self.init(parts, outputs: outputs)
    }
}
