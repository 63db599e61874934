internal import JSONParsing
internal import Pipeline

extension PageWalk {
    /// Returns the value of the last item that the next request of `keyset` sends.
    ///
    /// - Throws: ``PagingFault``, or `CancellationError`.
    static func key(_ field: RecordQuery, of item: JSONValue, _ page: Int) throws -> PageToken {
        let place = field.source.printable
        let value: JSONValue?
        do {
            value = try field.first(Record(item))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw PagingFault.program(page: page, field, error)
        }
        guard let token = value.flatMap({ PageToken($0) }), !token.text.isEmpty else {
            throw PagingFault.noKey(page: page, place: place, found: value?.kind.phrase ?? "nothing")
        }
        return token
    }

    /// How a page says that there is more, in words; nil if it does not.
    static func signOfMore(in page: PageFacts) -> String? {
        signOfMore(in: page.head) ?? PageSigns.sign(in: page.content, itemCount: page.itemCount)
    }

    /// Describes how the response to a request for one page names further pages; nil if it does not.
    static func signOfMore(in head: ResponseHead) -> String? {
        if WebLink.target(of: "next", in: head.headers) != nil { return "the header Link names the next one" }
        if let pages = head.headers["X-WP-TotalPages"].flatMap({ Int($0) }), pages > 1 {
            return "the header X-WP-TotalPages counts \(pages)"
        }
        return nil
    }
}
