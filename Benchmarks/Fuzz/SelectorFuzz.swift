// Built by Benchmarks/fuzz; see Benchmarks/README.md.
@testable import HTMLParsing

/// A page with what selectors ask for.
private let page = HTMLDocument(
    parsing: """
        <!doctype html><html lang=de><body class="a b"><main id=m><h1 class=title>T</h1><p lang=en-GB>a<b title="x y">c</b><p class=a><i></i>\
        <ul><li><li class=b><a href=/p.pdf>d</a><li></ul><form><input type=checkbox checked disabled><select><option selected>e</select></form>\
        <table><tr><td>1<td>2<tr><td colspan=2>3</table><svg viewBox="0 0 1 1"><path d=M0/></svg></main><!-- f -->
        """)

/// The entry point of libFuzzer. An input is a selector, or, behind a first byte that is odd, a style sheet.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count >= 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let text = String(decoding: bytes, as: UTF8.self)
    if start[0] % 2 == 1 {
        let mail = HTMLDocument(parsing: "<style>\(text)</style><p class=a id=b style=\"\(String(text.filter { $0 != "\"" }))\">x<b>y</b>")
        for profile in HTMLSanitizerProfile.allCases {
            let safe = HTMLSanitizer(profile: profile, remoteImages: .block).sanitized(mail).serialized()
            let again = HTMLSanitizer(profile: profile, remoteImages: .block).sanitized(HTMLDocument(parsing: safe)).serialized()
            check(safe == again, "sanitising again changes: \(safe)\n\(again)")
        }
        return 0
    }
    do throws(HTMLSelectorError) {
        let selector = try HTMLSelector(parsing: text)
        let all = try page.all(matching: selector)
        var search = HTMLSelectorSearch(selector, in: page)
        check(try search.first() == all.first, "the first match is another one")
        check(all == page.descendants(of: page.root).filter(Set(all).contains), "the matches are not in the order of the document")
        // The parts of the page, each with a search that remembers nothing about the others. Their own `:scope` is another one.
        if !text.lowercased().contains("scope"), !text.contains("\\") {
            for node in page.descendants(of: page.root) {
                let inside = Set(page.descendants(of: node))
                check(try page.all(matching: selector, in: node) == all.filter(inside.contains), "a part has other matches")
            }
        }
        // A list has the matches of its members.
        if let list = try? HTMLSelector(parsing: "\(text), zzz"), !text.hasSuffix("\\") {
            check(try page.all(matching: list) == all, "a list with a member that matches nothing differs")
        }
        if let double = try? HTMLSelector(parsing: ":not(:not(\(text)))") {
            check(try page.all(matching: double) == all || text.contains(":scope"), "the opposite of the opposite differs")
        }
    } catch {
        check((0...bytes.count * 3).contains(error.offset), "the place of an error")
    }
    return 0
}
