import JSONParsing
import Testing

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline

/// Pages of lists with more pages, as the documentation of APIs shows them.
@Suite("Signs of more pages around the items") struct PageEnvelopeTests {
    struct Page: Sendable, CustomTestStringConvertible {
        let items: String
        let page: String
        /// The place of the clearest sign; nil for a last page.
        let place: String?
        var testDescription: String { page }

        init(_ items: String, _ page: String, _ place: String?) { (self.items, self.page, self.place) = (items, page, place) }
    }

    static let pages = [
        Page(
            ".data.r.issues.nodes[]", #"{"data":{"r":{"issues":{"nodes":[1],"pageInfo":{"hasNextPage":true,"endCursor":"x"}}}}}"#,
            ".data.r.issues.pageInfo.hasNextPage"),
        Page(
            ".data.r.issues.edges[].node", #"{"data":{"r":{"issues":{"edges":[{"node":1}],"pageInfo":{"hasNextPage":true}}}}}"#,
            ".data.r.issues.pageInfo.hasNextPage"),
        Page(".response.docs[]", #"{"response":{"numFound":90,"start":0,"docs":[1]}}"#, ".response.numFound"),
        Page(".result.results[]", #"{"success":true,"result":{"count":90,"results":[1]}}"#, ".result.count"),
        Page(".topic_list.topics[]", #"{"topic_list":{"more_topics_url":"/latest?page=1","topics":[1]}}"#, ".topic_list.more_topics_url"),
        Page(".d.results[]", #"{"d":{"results":[1],"__next":"https://x.example/?$skiptoken=1"}}"#, ".d.__next"),
        Page(".value[]", #"{"value":[1],"@odata.nextLink":"https://x.example/2"}"#, #"."@odata.nextLink""#),
        Page(".value[]", #"{"value":[1],"odata.nextLink":"https://x.example/2"}"#, #"."odata.nextLink""#),
        Page(".value[]", #"{"value":[1],"@iot.nextLink":"https://x.example/2"}"#, #"."@iot.nextLink""#),
        Page(".hits.hits[]", #"{"hits":{"total":{"value":90,"relation":"eq"},"hits":[1]}}"#, ".hits.total.value"),
        Page(".hits.hits[]", #"{"hits":{"total":90,"hits":[1]}}"#, ".hits.total"),
        Page("._embedded.orders[]", #"{"_links":{"next":{"href":"/orders?page=2"}},"_embedded":{"orders":[1]}}"#, "._links.next.href"),
        Page(
            "._embedded.o[]", #"{"_embedded":{"o":[1]},"page":{"size":1,"totalElements":9,"totalPages":9,"number":0}}"#, ".page.totalPages"),
        Page(".content[]", #"{"content":[1],"last":false,"totalPages":9,"number":0}"#, ".last"),
        Page(".data[]", #"{"data":[1],"links":{"next":"https://x.example/?page[cursor]=x"}}"#, ".links.next"),
        Page(".data[]", #"{"data":[1],"meta":{"current_page":1,"last_page":9}}"#, ".meta.last_page"),
        Page(".data[]", #"{"data":[1],"meta":{"next_token":"x"}}"#, ".meta.next_token"),
        Page(".data[]", #"{"data":[1],"paging":{"cursors":{"after":"x"},"next":"https://x.example/?after=x"}}"#, ".paging.next"),
        Page(".results[]", #"{"results":[1],"paging":{"next":{"after":"1","link":"?after=1"}}}"#, ".paging.next.after"),
        Page(".data[]", #"{"object":"list","has_more":true,"data":[1]}"#, ".has_more"),
        Page(".contacts[]", #"{"contacts":[1],"has-more":true,"vid-offset":5}"#, #"."has-more""#),
        Page(".data[]", #"{"data":[1],"info":{"more_records":true,"page":1}}"#, ".info.more_records"),
        Page(
            ".data[]", #"{"data":[1],"additional_data":{"pagination":{"more_items_in_collection":true}}}"#,
            ".additional_data.pagination.more_items_in_collection"),
        Page(".records[]", #"{"records":[1],"done":false,"nextRecordsUrl":"/q/1-2000","totalSize":4000}"#, ".done"),
        Page(".result[]", #"{"result":[1],"moreResult":true,"nextPageToken":"x"}"#, ".moreResult"),
        Page(".records[]", #"{"records":[1],"offset":"itr/rec"}"#, ".offset"),
        Page(".results[]", #"{"offset":0,"endOfRecords":false,"count":9,"results":[1]}"#, ".endOfRecords"),
        Page(".hits[]", #"{"hits":[1],"nbHits":90,"nbPages":9,"page":0}"#, ".nbPages"),
        Page(".photos.photo[]", #"{"photos":{"page":1,"pages":9,"total":"90","photo":[1]},"stat":"ok"}"#, ".photos.pages"),
        Page(".Contents[]", #"{"IsTruncated":true,"NextContinuationToken":"x","Contents":[1]}"#, ".NextContinuationToken"),
        Page(".Items[]", #"{"Items":[1],"Count":1,"LastEvaluatedKey":{"id":{"S":"x"}}}"#, ".LastEvaluatedKey"),
        Page(".Reservations[]", #"{"Reservations":[1],"NextToken":"x"}"#, ".NextToken"),
        Page(".items[]", #"{"items":[1],"nextPageToken":"x"}"#, ".nextPageToken"),
        Page(".entries[]", #"{"entries":[1],"total_count":90,"limit":1,"offset":0}"#, ".total_count"),
        Page(".entries[]", #"{"entries":[1],"next_marker":"x"}"#, ".next_marker"),
        Page(".items[]", #"{"items":[1],"paging":{"total":90,"offset":0}}"#, ".paging.total"),
        Page(".query.allpages[]", #"{"continue":{"apcontinue":"B","continue":"-||"},"query":{"allpages":[1]}}"#, ".continue"),
        Page(".docs[]", #"{"docs":[1],"bookmark":"g1AAA"}"#, nil),
        Page(".issues[]", #"{"issues":[1],"startAt":0,"maxResults":1,"total":90}"#, ".total"),
        Page(".values[]", #"{"values":[1],"isLast":false}"#, ".isLast"),
        Page(".messages[]", #"{"messages":[1],"response_metadata":{"next_cursor":"x"}}"#, ".response_metadata.next_cursor"),
        Page(".conversations[]", #"{"conversations":[1],"pages":{"next":{"page":2,"starting_after":"x"}}}"#, ".pages.next.starting_after"),
        Page(".tickets[]", #"{"tickets":[1],"next_page":"https://x.example/?page=2","count":90}"#, ".next_page"),
        Page(
            ".tickets[]", #"{"tickets":[1],"meta":{"has_more":true,"after_cursor":"x"},"links":{"next":"https://x.example/2"}}"#,
            ".meta.has_more"),
        Page(".statuses[]", #"{"statuses":[1],"search_metadata":{"next_results":"?max_id=1"}}"#, ".search_metadata.next_results"),
        Page(
            ".entry[]", #"{"resourceType":"Bundle","link":[{"relation":"next","url":"https://x.example/2"}],"entry":[1]}"#,
            #".link[] | select(.relation == "next") | .url"#),
        Page(
            ".features[]", #"{"type":"FeatureCollection","features":[1],"links":[{"rel":"self","href":"/1"},{"rel":"next","href":"/2"}]}"#,
            #".links[] | select(.rel == "next") | .href"#),
        Page(
            ".list.entries[]", #"{"list":{"pagination":{"hasMoreItems":true,"totalItems":90},"entries":[1]}}"#,
            ".list.pagination.hasMoreItems"),
        Page(".searchResult.items[]", #"{"searchResult":{"totalCount":90,"items":[1]}}"#, ".searchResult.totalCount"),
        Page(
            ".feed.entry[]", #"{"feed":{"openSearch$totalResults":{"value":"90"},"entry":[1]}}"#, #".feed."openSearch$totalResults".value"#),
        Page(
            ".collection.items[]",
            #"{"collection":{"metadata":{"total_hits":90},"items":[1],"links":[{"rel":"next","href":"https://x.example/2"}]}}"#,
            #".collection.links[] | select(.rel == "next") | .href"#),
        Page(".message.items[]", #"{"status":"ok","message":{"total-results":90,"items":[1]}}"#, #".message."total-results""#),
        Page(".items[]", #"{"items":[1],"pagination":{"nextPageUrl":"/2"}}"#, ".pagination.nextPageUrl"),
        Page(".results[]", #"{"results":[1],"cursor":"x"}"#, nil),
        // The last page.
        Page(".data.r.issues.nodes[]", #"{"data":{"r":{"issues":{"nodes":[1],"pageInfo":{"hasNextPage":false,"endCursor":"x"}}}}}"#, nil),
        Page(".data[]", #"{"data":[1],"paging":{"cursors":{"after":"x"}}}"#, nil),
        Page(".data[]", #"{"data":[1],"links":{"next":null},"meta":{"current_page":9,"last_page":1}}"#, nil),
        Page(".items[]", #"{"items":[{"next":"/2","has_more":true}],"total":1}"#, nil),
        Page(".next[]", #"{"next":[1],"total":1}"#, nil),
        Page(".entry[]", #"{"link":[{"relation":"self","url":"/1"}],"entry":[1]}"#, nil),
    ]

    @Test("are found wherever the items are", arguments: pages) func sign(_ page: Page) throws {
        let place = ResponseContentPath(of: try RecordQuery(page.items))
        let value = try JSONValue(parsing: Array(page.page.utf8))
        let signs = MorePagesFinder.signs(head: ResponseHead(status: 200), page: value, around: place, itemCount: 1)
        #expect(signs.first?.place == page.place)
    }

    @Test(
        "tell whether the first page has the number 0",
        arguments: [
            (#"{"content":[1],"number":0,"totalPages":9}"#, ".content[]", true), (#"{"hits":[1],"page":0,"nbPages":9}"#, ".hits[]", true),
            (#"{"meta":{"pagination":{"page_index":0}},"data":[1]}"#, ".data[]", true),
            (#"{"content":[1],"number":1,"totalPages":9}"#, ".content[]", false), (#"{"items":[{"page":0}]}"#, ".items[]", false),
            (#"{"items":[1]}"#, ".items[]", false),
        ])
    func firstPage(_ page: String, _ items: String, _ isZero: Bool) throws {
        let place = ResponseContentPath(of: try RecordQuery(items))
        #expect(MorePagesFinder.countsFromZero(try JSONValue(parsing: Array(page.utf8)), around: place) == isZero)
    }
}
