package import HTTP
package import JSONParsing
internal import Pipeline

/// A sign in a response with a good status that the server has failed, as a whole or in part.
package struct FailureSign: Sendable, Equatable {
    /// Where the sign is, as a jq path such as `.ok`.
    package let place: String
    /// The value there as compact JSON; nil for an object or array.
    package let value: String?
    /// The error message of the server; nil without one.
    package let words: String?
    /// Whether the sign means a failure even if the response has content.
    let isStrong: Bool

    /// Finds the clearest sign.
    ///
    /// A sign counts in the envelope alone, never in content: a record may have a field `error`.
    ///
    /// - Parameters:
    ///   - page: The parsed response.
    ///   - place: Where the response holds its content.
    ///   - isEmpty: Whether no content was found.
    /// - Returns: nil if nothing says that the server has failed.
    package static func find(in page: JSONValue?, around place: ResponseContentPath, isEmpty: Bool) -> FailureSign? {
        guard let page else { return nil }
        let signs = place.levels(in: page).lazy.flatMap { FailureSignReader(level: $0).signs }
        return signs.first { $0.isStrong || isEmpty }
    }

    /// The sign as a sentence.
    ///
    /// - Parameter name: The request, which quotes the server's words.
    package func sentence(of name: RequestName) -> String {
        let quote = words.map { name.quote($0, characters: 200) } ?? ""
        return "the response reports a failure" + (quote.isEmpty ? "" : ": \"\(quote)\"")
            + (name.isSecret ? "" : " (\(fact { name.quote($0) }))")
    }

    /// The sign in words, such as `.ok is false`.
    ///
    /// - Parameter quote: Masks and cuts the value.
    func fact(quote: (String) -> String) -> String { value.map { "\(place) is \(quote($0))" } ?? "it has \(place)" }
}

/// Looks for signs of a failure in one object of an envelope, by names that APIs use.
private struct FailureSignReader {
    /// Names that are false after a failure.
    private static let goodFlags: Set = ["ok", "success", "successful", "succeeded", "issuccess", "issuccessful", "wassuccessful"]
    /// Names that are true after a failure.
    private static let badFlags: Set = ["haserror", "haserrors", "iserror", "failed", "hasfailed", "isfailed"]
    /// Names that are true if the content is only a part.
    private static let partFlags: Set = ["timedout", "timeout", "partial", "ispartial", "partialresults", "partialfailure"]
    /// Names that are false if the content is only a part, or if there is more of it elsewhere.
    private static let wholeFlags: Set = ["complete", "iscomplete", "completed"]
    /// Names of notices, which may explain why a response has no content.
    private static let notices: Set = ["message", "msg", "note", "notice", "information", "warning", "warnings", "detail", "reason"]
    /// Names of members that hold an error, or an empty value after a success.
    private static let errors: Set = [
        "error", "errors", "err", "errs", "errormessage", "errormessages", "errormsg", "errormsgs", "errmsg", "errordescription",
        "errordetail", "errordetails", "errortext", "errorinfo", "errorname", "errortype", "errorid", "errorcode", "errorcodes", "errcode",
        "errno", "errorno", "errornum", "fault", "faults", "faultcode", "faultstring", "exception", "exceptions", "failure", "failures",
        "apierror", "apierrors", "odataerror",
    ]
    /// Names that hold a status as a word or a number.
    private static let statuses: Set = [
        "status", "stat", "statuscode", "statustext", "httpstatus", "httpstatuscode", "httpcode", "outcome", "response", "responsestatus",
        "responsecode", "code", "retcode", "returncode", "resultcode", "ret", "rc", "result", "type", "object", "state",
    ]
    /// The names of ``statuses`` whose numbers each API defines itself, and which mean nothing without a message.
    private static let codes = Set(["code", "ret", "rc"] + resultCodes)
    /// The names of ``codes`` that can only be about the request.
    private static let resultCodes = ["retcode", "returncode", "resultcode", "responsecode"]
    private static let messages: Set = ["message", "msg", "errmsg", "errormessage", "errormsg", "description", "detail", "reason"]
    /// Objects beside the content that say how the request went.
    private static let sideObjects: Set = [
        "meta", "metadata", "status", "responsestatus", "responseheader", "header", "head", "responsemetadata", "response", "result",
        "shards",
    ]
    private static let goodWords: Set = [
        "", "ok", "okay", "success", "successful", "succeeded", "succeed", "none", "null", "no error", "false", "0",
    ]
    private static let failingWords: Set = ["error", "errors", "fail", "failed", "failure", "nok", "not ok", "ko", "false", "no"]
    /// Parts of words such as `REQUEST_DENIED`.
    private static let failingParts = [
        "error", "denied", "invalid", "exceeded", "exhausted", "unauthenticated", "unauthorized", "unauthorised", "forbidden",
        "unavailable",
        "throttled", "ratelimit", "toomany", "overquerylimit", "overdailylimit", "notfound", "badrequest",
    ]

    /// Parts of notices that explain why a response has no content.
    private static let failingNoticeParts = failingParts + ["apicalls", "partialresult"]

    let level: ResponseContentPath.Level

    /// The signs of the object and of those beside its content, the clear ones first.
    var signs: [FailureSign] {
        var found = Self.signs(in: level.members, at: level.path, besides: level.content, readsStatus: level.path.isEmpty)
        for member in level.members where !level.content.contains(member.key) && Self.sideObjects.contains(member.key.plainName) {
            guard let members = member.value.envelopeMembers else { continue }
            found += Self.signs(in: members, at: level.path + [member.key], besides: [], readsStatus: true)
        }
        return found.filter(\.isStrong) + found.filter { !$0.isStrong }
    }

    /// - Parameter readsStatus: Whether words such as `failed` are about the request. Deeper on the way to a list, they may be about a
    ///   record that holds the list.
    private static func signs(in members: JSONObject, at path: [String], besides content: Set<String>, readsStatus: Bool) -> [FailureSign] {
        var found: [FailureSign] = []
        for member in members where !content.contains(member.key) {
            let name = member.key.plainName
            let isStrong: Bool?
            if goodFlags.contains(name) {
                isStrong = isDenied(member.value) ? true : nil
            } else if name == "failed", path.last?.plainName == "shards" {
                isStrong = (member.value.number?.double ?? 0) > 0 ? true : nil
            } else if badFlags.contains(name) || partFlags.contains(name) {
                isStrong = member.value.bool == true ? true : nil
            } else if wholeFlags.contains(name) {
                isStrong = member.value.bool == false ? false : nil
            } else if notices.contains(name), readsStatus {
                isStrong = namesFailure(member.value) ? false : nil
            } else if errors.contains(name) {
                isStrong = isError(member.value) ? true : nil
            } else if readsStatus, statuses.contains(name) {
                isStrong = failure(of: member.value, named: name, in: members)
            } else {
                isStrong = nil
            }
            guard let isStrong else { continue }
            let place = JSONPathStep.text(ofKeys: path + [member.key])
            let isPlain = member.value.kind != .object && member.value.kind != .array
            found.append(
                FailureSign(
                    place: place, value: isPlain ? member.value.compactText : nil, words: words(in: members) ?? text(of: member.value),
                    isStrong: isStrong))
        }
        return found
    }

    /// Levels of objects and arrays that are read for an error.
    private static let maxErrorDepth = 4

    /// Whether the value of a flag such as `ok` reports a failure.
    private static func isDenied(_ value: JSONValue) -> Bool {
        if let flag = value.bool { return !flag }
        if let number = value.number?.double { return number == 0 || (400..<600).contains(number) }
        return value.string.map { $0 == "0" || failingWords.contains($0.lowercased()) } ?? false
    }

    /// Whether the value of a member such as `error` is one. An error without a code and without a text is none.
    ///
    /// Objects in it are read to a few levels: each level decodes those below it again. Below that, any object or array with members counts
    /// as an error.
    private static func isError(_ value: JSONValue, depth: Int = 0) -> Bool {
        if let flag = value.bool { return flag }
        if let number = value.number?.double { return number != 0 && !(200..<300).contains(number) }
        if let text = value.string { return !isGood(text) }
        guard depth < maxErrorDepth else { return value.array?.isEmpty == false || value.envelopeMembers?.isEmpty == false }
        if let elements = value.array { return elements.contains { isError($0, depth: depth + 1) } }
        guard let members = value.envelopeMembers else { return false }
        return members.contains { isError($0.value, depth: depth + 1) }
    }

    /// Whether the value of a member such as `status` says that the request has failed.
    ///
    /// - Returns: Whether the failure is certain even if the response has content; nil if the value reports none.
    private static func failure(of value: JSONValue, named name: String, in members: JSONObject) -> Bool? {
        let number = value.number?.double ?? value.string.flatMap { Double($0) }
        if let number {
            if (400..<600).contains(number) { return true }
            // Some APIs use 1 for success.
            guard codes.contains(name), number != 0, number != 1, !(200..<300).contains(number) else { return nil }
            guard hasBadMessage(members) || resultCodes.contains(name) else { return nil }
            return false
        }
        guard let text = value.string else { return nil }
        let word = text.lowercased()
        if failingWords.contains(word) { return true }
        // A word such as REQUEST_DENIED. A sentence is a text of another kind.
        guard text.utf8.count <= 64, !text.contains(" "), failingParts.contains(where: word.plainName.contains) else { return nil }
        return name != "type" && name != "object" ? true : nil
    }

    /// Whether a notice, or one of a list, has a word such as `rate limit` in it.
    private static func namesFailure(_ value: JSONValue) -> Bool {
        if let elements = value.array { return elements.contains { $0.string.map(namesFailure) ?? false } }
        return value.string.map(namesFailure) ?? false
    }

    private static func namesFailure(_ text: String) -> Bool {
        let plain = text.prefix(1000).filter { $0 != " " }.plainName
        return failingNoticeParts.contains(where: plain.contains)
    }

    private static func isGood(_ text: String) -> Bool {
        let word = text.trimmingSpaces.lowercased()
        return goodWords.contains(word) || Double(word).map { $0 == 0 || (200..<300).contains($0) } == true
    }

    private static func hasBadMessage(_ members: JSONObject) -> Bool {
        members.contains { messages.contains($0.key.plainName) && $0.value.string.map { !isGood($0) } == true }
    }

    /// The error message among the members of an object.
    private static func words(in members: JSONObject) -> String? {
        if let text = JSONErrorMessage.text(in: .object(members)) { return text }
        let named = members.first { (errors.contains($0.key.plainName) || messages.contains($0.key.plainName)) && $0.value.string != nil }
        return named.flatMap { $0.value.string.flatMap { isGood($0) ? nil : $0 } }
    }

    private static func text(of value: JSONValue) -> String? { value.string ?? JSONErrorMessage.text(in: value) }
}
