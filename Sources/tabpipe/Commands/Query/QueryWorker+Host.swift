internal import JSONParsing
internal import JSONQuery
internal import Pipeline
internal import SourcesLocal

extension QueryWorker: QueryHost {
    var canHalt: Bool { true }

    var fileName: String? {
        guard let input = currentInput, input != .standardInput else { return nil }
        return input.shown
    }

    var line: Int? { currentLine }

    var origin: JSONValue {
        guard let input = currentInput else { return .null }
        var origin: JSONObject = ["source": .string(input.shown)]
        if let line { origin["line"] = .number(JSONNumber(line)) }
        return .object(origin)
    }

    /// Not called, because ``take(_:from:)`` takes every value.
    func log(_ message: String) {}

    func take(_ value: JSONValue, from function: QueryMessage.Function) throws -> Bool {
        appendMessage(value, from: function)
        return true
    }

    func nextInput() throws -> JSONValue? {
        do {
            return try nextElement(writeOutputs)?.value
        } catch let end as TextEnd {
            throw QueryRuntimeError(end.message)
        } catch {
            return nil  // no more outputs are wanted
        }
    }
}
