// Built by Benchmarks/fuzz; see Benchmarks/README.md.
import Glibc
import JSONParsing
import JSONQuery

/// A run is limited to a fraction of a second, so that a longer one is a fault of the limits.
private let limits = QueryLimits(
    maxDepth: 100, maxCalls: 2000, maxSteps: 50_000, maxLength: 100_000, maxElements: 20_000, maxMemory: 16 << 20)
/// The processor time of one jq query on one input, in seconds, including its compilation.
private let maxSeconds = 1.0
/// Stack of the threads that run pipelines, in bytes. The instrumented code takes more for each level than a release build.
private let stackBytes = 1 << 20

private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The outputs and the error's message; nil if the run reached a limit.
private func outcome(_ query: Query, _ input: JSONValue) -> String? {
    var text = ""
    do {
        try query.run(input, limits: limits) { output in
            if text.utf8.count < 1 << 20 { text += output.compactText + "\n" }
        }
    } catch let error as QueryRuntimeError {
        if error.isLimit { return nil }
        // The two forms may report an invalid path expression at different values.
        text += error.message.hasPrefix("Invalid path expression") ? "error: a path" : "error: \(error.message)"
    } catch {
        text += "error: \(error)"
    }
    return text
}

/// Compiles a jq query with and without fast paths, and runs both. The last line is the input; the lines before it are the query.
private func run(_ bytes: [UInt8]) {
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let program = String(decoding: bytes[..<end], as: UTF8.self)
    let start = seconds()
    guard let usual = try? Query(program), let general = try? Query(program, usesFastPaths: false) else {
        return check(seconds() - start < maxSeconds, "compiling takes \(seconds() - start) s")
    }
    _ = usual.conditionRemark
    let read = try? JSONValue(parsing: Array(bytes[end...].dropFirst()), limits: JSONLimits(maxDepth: 64, maxValueBytes: 1 << 16))
    for input in read.map({ [$0] }) ?? [.null, [1, [2, "a"], nil], ["a": [1, 2], "b": ["c": "text"]]] {
        let begin = seconds()
        let first = outcome(usual, input)
        let middle = seconds()
        let second = outcome(general, input)
        check(middle - begin < maxSeconds, "the program takes \(middle - begin) s")
        check(seconds() - middle < maxSeconds, "the general form takes \(seconds() - middle) s")
        // The clock goes on between the two runs.
        guard let first, let second, !program.utf8.contains(where: { $0 == 0 }), !program.contains("now"), !program.contains("local") else { continue }
        check(first == second, "\(program)\nas usual: \(first)\nwithout fast paths: \(second)")
    }
}

/// The entry point of libFuzzer. Runs the check on a thread with a small stack.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start else { return 0 }
    let input = Unmanaged.passRetained(Box(Array(UnsafeBufferPointer(start: start, count: count))))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackBytes)
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, &attributes,
        { argument in
            if let argument { run(Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().bytes) }
            return nil
        }, input.toOpaque())
    check(failure == 0, "no thread")
    pthread_join(thread, nil)
    pthread_attr_destroy(&attributes)
    return 0
}

private final class Box {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

// MARK: Mutation

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maxSize: Int) -> Int

/// Pieces of jq queries. A mutation inserts one, or replaces another piece by it.
private let pieces: [String] = {
    let calls = (try? Query("builtins").all(.null)[0].array?.compactMap(\.string)) ?? []
    let arguments = [".", ".[]?", "1", "\"a\"", "[0]", "empty", ".a?"]
    let calling = calls.enumerated().map { place, call in
        let parts = call.split(separator: "/")
        let count = Int(parts[1]) ?? 0
        let list = (0..<count).map { arguments[(place + $0) % arguments.count] }.joined(separator: "; ")
        return count == 0 ? String(parts[0]) : "\(parts[0])(\(list))"
    }
    return calling + [
        ".", "..", ".a", ".[0]", ".[-1]", ".[]", ".[]?", ".[1:]", ".[:-1]", "[.]", "{a: .}", "{(.a?): 1}", "{$x}", "$x", " as $x | ", " as [$x, $y] | ",
        " as {a: $x} ?// [$x] | ", " | ", ", ", " // ", " //= ", " |= ", " = ", " += ", " -= ", " == ", " < ", " and ", " or ", " + ", " - ", " * ",
        " / ", " % ", "if . then 1 else 2 end", "if . then . end", "try . catch .", "try error", "reduce .[]? as $x (0; . + 1)",
        "foreach .[]? as $x (0; . + 1; [., $x])", "def f: . + 1; f", "def f(g): g | g; f(.)", "def f($x): $x; f(1)", "def f: if . < 5 then . + 1 | f else . end; f",
        "label $l | (., break $l)", "first(.[]?)", "limit(2; .[]?)", "until(. > 5; . + 1)", "recurse(if . < 3 then . + 1 else empty end)", "range(5)", "range(0; 10; 3)",
        "\"a\\(.)b\"", "@csv", "@sh", "@json", "@base64d", "@uri \"\\(.)\"", "test(\"a.*b\"; \"gx\")", "gsub(\"(?<x>.)\"; \"<\\(.x)>\")", "[match(\"\"; \"g\")]", "splits(\", *\")",
        "sub(\"^a\"; \"b\", \"c\")", "path(..)", "paths", "del(.[0])", "del(.. | select(. == 1))", "to_entries", "with_entries(.value |= .)", "walk(.)", "getpath([\"a\", 0])",
        "setpath([0]; 1)", "delpaths([[0]])", "input", "$__loc__", "$__prog_args", "$ENV", "env", "?", "null", "true", "-1", "1e1000", "nan", "infinite", "1.10", "\"\\ud83d\\ude00\"",
        "[range(10)]", "[range(100)] | sort_by(-.)", "group_by(.a?)", "tojson | fromjson", "ltrimstr(\"a\")", "strftime(\"%Y-%m-%dT%H:%M:%SZ\")", "strptime(\"%d %b\")", "mktime", "# c\n",
        "limit(3; repeat(1))", "[.[]? | select(. > 1)]", "map(.)", "map_values(empty)", "add", "any", "all", "min_by(.)", "unique_by(length)", "flatten(1)", "tostream", "fromstream(tostream)",
        "truncate_stream(1; tostream)", "combinations", "input_line_number", "splits(\"a\")", "ascii", "implode", "explode", "indices(1)", "inside([1])", "contains(\"a\")", "isvalid(.)", "error(null)",
        "getpath(paths)", "pick(.a)", "debug(.)", "abs", "toarray", "have_decnum", "significand", "trim", "ltrimstr(1)", "@html \"<\\(.)>\"", "(", ")", "[", "]", "{", "}", ";", "\"", ":",
    ]
}()

private let inputs = [
    "null", "0", "-1.5", "1e1000", "\"\"", "\"aé😀b, c\"", "\"2015-03-05T23:51:47Z\"", "[]", "[1,[2,\"a\"],null]", "[3,1,2]", "{}", "{\"a\":[1,2],\"b\":{\"c\":null}}",
    "[{\"key\":\"a\",\"value\":1},{\"name\":\"b\",\"v\":2}]", "[[0],1]", "[[1,2],[3]]", "{\"a\":{\"a\":{\"a\":1}}}", "[\"a\",\"b\",\"a\"]", "1425599621.678", "[2015,2,5,23,51,47.0,4,63]",
    "\"[1,{\\\"a\\\":2}]\"", "100000000000000000000000001", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "[0.1,1e-5,1.0]", "true",
]

/// A mutation after which a jq query is likely to compile: inserts, replaces, drops or wraps a piece. Else libFuzzer mutates.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maxSize: Int, _ seed: UInt32) -> Int {
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1
    func random(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return bound > 0 ? Int((state >> 33) % UInt64(bound)) : 0
    }
    if random(4) == 0 { return mutate(data, size, maxSize) }
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? size
    var program = Array(bytes[..<end])
    var input = Array(bytes[end...].dropFirst())
    for _ in 0...random(3) {
        let piece = Array(pieces[random(pieces.count)].utf8)
        let starts = tokenStarts(program)
        let first = starts[random(starts.count)]
        let last = starts[min(starts.count - 1, (starts.firstIndex(of: first) ?? 0) + 1 + random(4))]
        switch random(7) {
        case 0: program.insert(contentsOf: piece, at: first)
        case 1: program.replaceSubrange(first..<max(first, last), with: piece)
        case 2: program.removeSubrange(first..<max(first, last))
        case 3: program = program + Array(" | ".utf8) + piece
        case 4: program = piece + Array(" | (".utf8) + program + Array(")".utf8)
        case 5:
            let wraps = [("[", "]"), ("(", ") |= 1"), ("path(", ")"), ("try (", ") catch ."), ("first(", ")"), ("reduce (", ") as $x (0; [., $x])"), ("del(", ")"), ("[limit(3; ", ")]"), ("(", ") |= empty"), (". as $y | (", ")")]
            let (before, after) = wraps[random(wraps.count)]
            program = Array(before.utf8) + program + Array(after.utf8)
        default: input = Array(inputs[random(inputs.count)].utf8)
        }
    }
    let result = program + [UInt8(ascii: "\n")] + input
    guard result.count <= maxSize else { return mutate(data, size, maxSize) }
    for (place, byte) in result.enumerated() { data[place] = byte }
    return result.count
}

/// The offsets at which a name, a number, white space or a sign begins, and the end.
private func tokenStarts(_ program: [UInt8]) -> [Int] {
    func kind(_ byte: UInt8) -> Int {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x40: 0
        case 0x20, 0x0A, 0x09: 1
        default: 2
        }
    }
    var starts: [Int] = []
    for place in program.indices where place == 0 || kind(program[place]) == 2 || kind(program[place]) != kind(program[place - 1]) { starts.append(place) }
    return starts + [program.count]
}
