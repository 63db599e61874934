"""Checks of paging, posting and the content."""
import re
from urllib.parse import quote, urlencode, urljoin, urlsplit

ALL = list(range(1, 438))


def walk(client, path, following, limit=14):
    """The ids of all pages; `following` gives the URL of the next page from a response and its URL."""
    url, ids, pages = client.base + path, [], 0
    while url and pages < limit:
        parts = urlsplit(url)
        response = client.send(parts.path + ("?" + parts.query if parts.query else ""), base=f"{parts.scheme}://{parts.netloc}")
        assert response.status == 200, (url, response.status, response.body)
        ids, pages = ids + response.ids, pages + 1
        url = following(response, url)
    return ids, pages


def by_next(response, url):
    return response.json.get("next") and urljoin(url, response.json["next"])


def by_link(response, url):
    found = re.search(r'<([^>]*)>(?:; title="(?:[^"\\]|\\.)*")?; rel="(?:up )?next"', response.headers["link"])
    return found and urljoin(url, found[1])


def counted(name, step=1, start=1, limit=9):
    """Pages by number: the given parameter grows by `step`."""
    def following(response, url):
        now = int(re.search(rf"{name}=(\d+)", url)[1]) if name in url else start
        return f"{url.split('?')[0]}?{name}={now + step}" if response.ids and now + step < start + limit * step else None
    return following


def check_link_header(client): assert walk(client, "/paging/link_header", by_link) == (ALL, 9)
def check_next_url(client): assert walk(client, "/paging/next_url", by_next) == (ALL, 9)
def check_next_path(client): assert walk(client, "/paging/next_path", by_next) == (ALL, 9)


def check_next_path_refuses_a_wrong_base(client):
    token = quote(client.send("/paging/next_path").json["next"].split("page_token=")[1], safe="%")
    assert client.send("/paging/next_path?page_token=" + token).status == 404


def check_next_other(client):
    assert walk(client, "/paging/next_other", by_next) == (ALL, 9)
    assert client.stats()["second_port"]["requests"] == 8


def check_continue(client):
    def by_members(response, url):
        more = response.json.get("continue")
        return more and f"{client.base}/paging/continue?{urlencode(more)}"
    url, ids = client.base + "/paging/continue", []
    while url:
        response = client.send(urlsplit(url).path + "?" + urlsplit(url).query)
        ids, url = ids + [item["id"] for item in response.json["query"]["allpages"]], by_members(response, url)
    assert ids == ALL and client.send("/paging/continue?apcontinue=Item%20%2650").status == 400


def check_search(client):
    ids, after = [], None
    while True:
        hits = client.post_json("/post/search", {"size": 50, **({"search_after": after} if after else {})}).json["hits"]["hits"]
        if not hits:
            break
        ids, after = ids + [hit["_source"]["id"] for hit in hits], hits[-1]["sort"]
    assert ids == ALL and client.post_json("/post/search", {"search_after": "x"}).status == 400


def check_endings(client):
    for ending, last in (("null", {"next": None, "cursor": None}), ("empty", {"next": "", "cursor": ""}), ("missing", {})):
        page = client.send(f"/paging/cursor?n=40&end={ending}").json
        assert {k: page[k] for k in ("next", "cursor") if k in page} == last and page["has_more"] is False, ending
    assert client.send("/paging/cursor?n=40&end=has_more").json["cursor"]


def check_cursors(client):
    def by_cursor(response, url):
        cursor = response.json.get("cursor")
        return f"{url.split('?')[0]}?{urlencode({'cursor': cursor})}" if cursor and response.json["has_more"] else None

    def by_header(response, url):
        cursor = response.headers.get("x-next-cursor")
        return cursor and f"{url.split('?')[0]}?{urlencode({'cursor': cursor})}"

    assert walk(client, "/paging/cursor", by_cursor) == (ALL, 9)
    assert walk(client, "/paging/header_cursor", by_header) == (ALL, 9)
    assert len(walk(client, "/paging/overlap", by_cursor)[0]) == 464
    assert len(walk(client, "/paging/endless", by_cursor)[0]) == 700
    assert walk(client, "/paging/empty_middle", by_cursor) == (ALL, 10)
    assert len(walk(client, "/paging/same_page", by_cursor)[0]) == 487
    assert walk(client, "/paging/same_page", by_cursor)[0][100:150] == ALL[50:100]
    assert walk(client, "/paging/loop", by_cursor, 5)[0][-50:] == ALL[100:150]
    assert walk(client, "/paging/selfloop", by_cursor, 4)[0][-50:] == ALL[100:150]


def check_gone_page(client):
    path = "/paging/gone_page?cursor=" + quote("p3+/=&%41", safe="")
    assert [client.send(path + more).status for more in ("", "&named=0")] == [404, 404]
    assert client.send(path).json["cursor"] == "p4+/=&%41" and client.send(path + "&named=0").json == {"error": "gone"}


def check_expired(client): assert client.send("/paging/expired?cursor=" + quote("p4+/=&%41", safe="")).status == 410


def check_numbers(client):
    assert walk(client, "/paging/page?page=1", counted("page")) == (ALL, 9)
    assert walk(client, "/paging/page0?page=0", counted("page", start=0)) == (ALL, 9)
    assert walk(client, "/paging/offset?offset=0", counted("offset", 50, 0)) == (ALL, 9)
    assert client.send("/paging/page").headers["x-total-pages"] == "9"
    assert client.send("/paging/page?page=0").status == 400
    assert client.send("/paging/keyset?after=400").ids == ALL[400:]
    assert client.send("/paging/offset?offset=400&n=400").ids == []


def check_counts_that_lie(client):
    hole = client.send("/paging/page_hole?page=5")
    assert hole.ids == [] and hole.json["total_pages"] == 9
    assert client.send("/paging/page_hole?page=9").ids == ALL[400:]
    assert [client.send(f"/paging/offset_shrinks?offset={n}").json["total"] for n in (0, 50)] == [437, 400]
    assert client.send("/paging/offset_shrinks?offset=350").ids == ALL[350:400]


def check_last_page_again(client):
    for path in ("page_again?page=9", "page_again?page=10", "page_again?page=99", "offset_again?offset=437", "offset_again?offset=900"):
        response = client.send("/paging/" + path)
        assert response.ids == ALL[400:], path
        assert "total" not in response.json and "total_pages" not in response.json


def check_query_items_sent_twice(client): assert client.send("/paging/page?page=1&page=2").status == 400


def check_post_form(client):
    ids, cursor, pages = [], "", 0
    while pages == 0 or cursor:
        found = client.form("/post/form", {"limit": 200, **({"cursor": cursor} if cursor else {})}).json
        assert found["ok"]
        ids, pages, cursor = ids + [m["id"] for m in found["members"]], pages + 1, found["response_metadata"]["next_cursor"]
    assert (ids, pages) == (ALL, 9)
    assert client.send("/post/form").status == 405
    assert client.form("/post/form", {"cursor": "none"}).json == {"ok": False, "error": "invalid_cursor"}
    assert client.form("/post/form?at=1&error=ratelimited", {}).json == {"ok": False, "error": "ratelimited"}
    assert client.form("/post/form?at=1&error=ratelimited", {}).json["ok"]
    limited = client.form("/post/form?limited=1", {})
    assert limited.status == 429 and "retry-after" not in limited.headers


def check_post_json(client):
    ids, cursor, pages = [], None, 0
    while pages == 0 or cursor:
        found = client.post_json("/post/json", {"page_size": 100, **({"start_cursor": cursor} if cursor else {})}).json
        ids, pages, cursor = ids + [r["id"] for r in found["results"]], pages + 1, found["next_cursor"]
        assert found["has_more"] == bool(cursor)
    assert (ids, pages) == (ALL, 5)
    assert client.post_json("/post/json", {"start_cursor": None}).status == 400
    assert client.form("/post/json", {}).status == 405
    assert '"start_cursor": null' in client.log()[-2]["body"]


def check_help_desk(client):
    def send(path, token="secret-token"):
        return client.send(path, headers={"Authorization": f"Bearer {token}"})

    page = send("/conversations?limit=100").json
    assert len(page["_results"]) == 100 and "page_token=" in page["_pagination"]["next"]
    assert len(send("/conversations", "second-token").json["_results"]) == 7
    assert send("/conversations", "forbidden").status == 403 and send("/conversations", "other").status == 401
    assert send("/messages/msg%200050%2F0%3F%C3%BC").json["content_loaded"] and send("/messages/msg_0123_1").status == 404


def check_parents(client):
    parents = client.send("/parents?n=4").json["parents"]
    counts = []
    for parent in parents:
        url, children = f"/parents/{parent['id']}/children", []
        while url:
            page = client.send(url).json
            children, url = children + page["children"], page["next"] and page["next"][page["next"].index("/parents"):]
        assert [c["number"] for c in children] == list(range(1, len(children) + 1)) and all(c["parent"] == parent["id"] for c in children)
        counts.append(len(children))
    assert counts == [2, 5, 8, 0] and client.send("/parents/1/children?page=2").status == 404


def check_samples(client):
    assert len(client.send("/samples/threads.json").json["conversations"]) == 2
    assert [client.send("/samples/" + name).status for name in ("none.json", "%2E%2E%2Fthreads.json", "..%2f..%2fREADME.md")] == [404] * 3


def check_case_studies(client):
    first = client.send("/endpoints/v1/caseStudies.json", headers={"Accept-Encoding": "gzip"})
    assert first.headers["etag"].startswith("W/") and first.headers["content-encoding"] == "gzip"
    assert [len(client.send(f"/endpoints/{v}/caseStudies.json").json["case_studies"]) for v in ("v1", "v2")] == [3, 4]
    again = client.send("/endpoints/v1/caseStudies.json", headers={"If-None-Match": first.headers["etag"]})
    assert again.status == 304 and again.body == b""
    assert client.send("/endpoints/v1/images/ferry.png").headers["content-type"] == "image/png"
    assert client.send("/endpoints/v1/images/missing.png").status == 404


def check_changes(client):
    def all_of(query):
        found, cursor = [], "0"
        while cursor is not None:
            body = client.send(f"/changes/check?{query}&cursor={cursor}").json
            found, cursor = found + body["items"], body["next"]
        return found, body["sync_token"]

    items, token = all_of("order=asc")
    assert [item["id"] for item in items] == list(range(1, 121)) and token == "120"
    assert len({item["updated_at"][19:] for item in items}) == 4, "several offsets and fractions"
    client.send("/control/changes?name=check&new=10&changed=3&same=1")
    news, _ = all_of("since=" + quote(items[-1]["updated_at"]))
    assert len(news) == 15, "13 that changed, one more at the same second, and the last one again"
    assert len(all_of("sync=120")[0]) == 13
    latest, _ = all_of("order=desc")
    assert [item["updated"] for item in latest] == sorted((item["updated"] for item in latest), reverse=True)
    client.send("/control/changes?name=check&fail=3")
    assert client.send("/changes/check?cursor=40").status == 500
