internal import JSONParsing
internal import Pipeline
internal import SourcesLocal

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
}
