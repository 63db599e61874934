internal import ImageHeaders
internal import JSONParsing

/// The facts of the files of a record, for later steps: the size of each image, and its smaller copies.
struct AssetFacts {
    private var list: [(address: String, size: ImageSize, copies: [(address: String, width: Int)])] = []
    private var known: Set<String> = []

    /// Whether no file has a fact.
    var isEmpty: Bool { list.isEmpty }

    /// Adds a file, unless its address is known or its size is not.
    ///
    /// - Parameters:
    ///   - address: The new address in the content.
    ///   - copies: The addresses and the widths of the smaller copies.
    mutating func add(_ address: String, _ size: ImageSize?, _ copies: [(address: String, width: Int)]) {
        if let size, known.insert(address).inserted { list.append((address, size, copies)) }
    }

    /// The list as JSON, behind the one of an earlier stage.
    func json(after earlier: JSONValue?) throws -> JSONValue {
        var values: [JSONValue] = []
        if let earlier, case .array(let list) = try earlier.decoded() { values = list }
        return .array(values + list.map { .object(Self.object($0.address, $0.size, $0.copies)) })
    }

    private static func object(_ address: String, _ size: ImageSize, _ copies: [(address: String, width: Int)]) -> JSONObject {
        var object = JSONObject([
            ("address", .string(address)), ("width", .number(JSONNumber(size.width))), ("height", .number(JSONNumber(size.height))),
        ])
        if !copies.isEmpty {
            object["copies"] = .array(
                copies.map { .object(JSONObject([("address", .string($0.address)), ("width", .number(JSONNumber($0.width)))])) })
        }
        return object
    }
}
