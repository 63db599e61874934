import JSONParsing

/// Adds to an error the source range of the expression that the node was compiled from. The innermost expression counts.
final class ErrorPlaceNode: Node {
    let node: any Node
    let place: QueryPlace
    let isSingle: Bool
    let isSimple: Bool

    init(_ node: any Node, _ place: QueryPlace) {
        self.node = node
        self.place = place
        isSingle = node.isSingle
        isSimple = node.isSimple
    }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        do {
            return try node.value(of: input, scope, budget)
        } catch {
            throw QueryRuntimeError(wrapping: error).placed(at: place, input)
        }
    }

    func each(_ input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        // An error that `body` throws does not belong to this expression.
        var isReceivers = false
        do {
            try node.each(input, scope, budget) { output in
                do {
                    return try body(output)
                } catch {
                    isReceivers = true
                    throw error
                }
            }
        } catch {
            throw isReceivers ? error : QueryRuntimeError(wrapping: error).placed(at: place, input)
        }
    }

    func step(_ machine: inout QueryMachine) throws {
        let input = machine.value
        do {
            try node.step(&machine)
        } catch {
            throw QueryRuntimeError(wrapping: error).placed(at: place, input)
        }
    }
}
