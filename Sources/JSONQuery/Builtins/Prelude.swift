extension BuiltIns {
    /// Definitions of built-in functions in the jq language.
    static let prelude = #"""
        def map(f): [.[] | f];
        def select(f): if f then . else empty end;
        def map_values(f): .[] |= f;
        def recurse(f; condition): recurse(f | select(condition));
        def recurse_down: recurse;
        def values: select(. != null);
        def nulls: select(. == null);
        def booleans: select(type == "boolean");
        def numbers: select(type == "number");
        def strings: select(type == "string");
        def arrays: select(type == "array");
        def objects: select(type == "object");
        def iterables: select(type | . == "array" or . == "object");
        def scalars: select(type | . != "array" and . != "object");
        def isfinite: type == "number" and (isinfinite | not);
        def finites: select(isfinite);
        def normals: select(isnormal);

        def isvalid(f): try (f | true) catch false;

        def first: .[0];
        def last: .[-1];
        def nth($n): .[$n];
        def nth($n; f):
            if $n < 0 then error("nth doesn't support negative indices") else first(skip($n; f)) end;
        def until(condition; update): def u: if condition then . else update | u end; u;
        def while(condition; update): select(condition) | recurse(update | select(condition));
        def isempty(f): first((f | false), true);
        def any(generator; condition): first((generator | condition | select(.) | true), false);
        def any(condition): any(.[]; condition);
        def any: any(.[]; .);
        def all(generator; condition): first((generator | condition | select(. | not) | false), true);
        def all(condition): all(.[]; condition);
        def all: all(.[]; .);
        def add(f): reduce f as $x (null; . + $x);
        def add: add(.[]);
        def in(container): . as $key | container | has($key);
        def inside(container): . as $part | container | contains($part);
        def combinations:
            if length == 0 then [] else .[0][] as $first | (.[1:] | combinations) as $rest | [$first] + $rest end;
        def combinations(n): . as $dot | [range(n)] | map($dot) | combinations;
        def walk(f): def w: if type == "object" then map_values(w) elif type == "array" then map(w) else . end | f; w;
        def halt_error: halt_error(5);
        def todate: strftime("%Y-%m-%dT%H:%M:%SZ");
        def todateiso8601: strftime("%Y-%m-%dT%H:%M:%SZ");
        def fromdate: fromdateiso8601;
        def date: todate;
        def dateadd(unit; $n): . + $n;
        def datesub(unit; $n): . - $n;

        def with_entries(f): to_entries | map(f) | from_entries;
        def paths: path(..) | select(length > 0);
        def paths(condition): path(.. | select(condition)) | select(length > 0);
        def leaf_paths: paths(scalars);
        def del(f): delpaths([path(f)]);
        def pick(f): . as $whole | reduce path(f) as $p (null; setpath($p; $whole | getpath($p)));
        def toarray: if type == "array" then . else [.] end;
        def truncate_stream(stream):
            . as $n | null | stream | . as $event
            | if (.[0] | length) > $n then [(.[0][$n:])] + .[1:] else empty end;

        def sort_by(f): _sort_by(map([f]));
        def group_by(f): _group_by(map([f]));
        def unique_by(f): _unique_by(map([f]));
        def min_by(f): _min_by(map([f]));
        def max_by(f): _max_by(map([f]));
        def ascii: [.] | implode;

        def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] |= $row);
        def INDEX(f): INDEX(.[]; f);
        def IN(s): any(s == .; .);
        def IN(source; s): any(source == s; .);
        def JOIN($index; f): [.[] | [., $index[f]]];
        def JOIN($index; stream; f): stream | [., $index[f]];
        def JOIN($index; stream; f; join): stream | [., $index[f]] | join;

        def match(re; flags): _match(re; flags; false) | .[];
        def match($re): _matchof($re; false) | .[];
        def test(re; flags): _match(re; flags; true);
        def test($re): _matchof($re; true);
        def capture(re; flags): match(re; flags) | _captures;
        def capture($re): match($re) | _captures;
        def scan($re; $flags):
            match($re; "g" + $flags) | if .captures | length > 0 then [.captures[].string] else .string end;
        def scan($re): scan($re; null);
        def splits($re; $flags): split($re; $flags) | .[];
        def splits($re): split($re; null) | .[];
        def split($re; $flags): . as $text | [_match($re; $flags + "g"; false)[] | [., null]] as $edits | $text | _pieces($edits);
        def sub($re; replacement; $flags):
            . as $text
            | [_match($re; $flags; false)[] | [., [_captures | replacement]]] as $edits
            | $text
            | _spliced($edits)
            | .[];
        def sub($re; replacement): sub($re; replacement; "");
        def gsub($re; replacement; $flags): sub($re; replacement; $flags + "g");
        def gsub($re; replacement): sub($re; replacement; "g");

        def debug: (_debug | empty), .;
        def debug(message): (message | _debug | empty), .;
        def stderr: (_stderr | empty), .;
        def get_search_list: [];
        def abs: if . < 0 then -. else . end;
        def have_literal_numbers: true;
        def have_decnum: true;
        """#
}

/// The built-in functions that are written in the jq language. The compiler compiles them with the programs that call them.
extension BuiltIns {
    /// The text of each function, by name and number of arguments. Only functions that a program calls are parsed, because parsing all of
    /// them takes longer than many runs.
    static let definitionTexts: [String: Substring] = {
        // A line that begins with `def` begins a function, which ends before the next such line.
        let starts = prelude.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "def ".utf8) }.map(\.startIndex)
        let functions = zip(starts, starts.dropFirst() + [prelude.endIndex]).map { prelude[$0..<$1] }
        return Dictionary(functions.map { (name(of: $0), $0) }) { first, _ in first }
    }()

    /// The name and number of parameters of a function: `map/1` for `def map(f): …`.
    private static func name(of function: Substring) -> String {
        let head = function.utf8.dropFirst("def ".utf8.count).prefix { $0 != UInt8(ascii: ":") }
        let name = head.prefix { $0 != UInt8(ascii: "(") }
        let parameters = head.dropFirst(name.count)
        return "\(Substring(name))/\(parameters.isEmpty ? 0 : 1 + parameters.count { $0 == UInt8(ascii: ";") })"
    }
}
