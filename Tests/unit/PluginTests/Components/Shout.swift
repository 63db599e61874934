import JSONQuery
import Pipeline

let shout = QueryFunction("shout", help: "The text in capitals.", examples: [.init("\"hi\" | shout", gives: "\"HI\"")]) { input, _, work in
    guard let text = input.string else { throw QueryRuntimeError("shout input must be a string") }
    try work.charge(bytes: text.utf8.count)
    return .string(text.uppercased())
}
