"""Checks of the content for recordings: each page leads to the next, and the proxy answers for every host."""
import json
import re
import urllib.request

from recorded import NAMES, Proxy, Recording, key


def get(proxy, url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy.url}))
    with opener.open(url, timeout=10) as response:
        return response.headers, json.load(response)


def next_page(name, headers, body):
    if name == "front-conversations":
        return body["_pagination"]["next"]
    found = re.search(r'<([^>]*)>; rel="next"', headers.get("Link", ""))
    return found and found[1]


def check_recordings(_):
    assert NAMES == ["case-studies-remote", "front-conversations", "github-issues", "wordpress-posts"]
    for name in NAMES:
        recording = Recording(name)
        with Proxy(recording) as proxy:
            if name == "wordpress-posts":  # its pages are counted, and the links lack `_fields`
                base = next(iter(recording.responses))
                assert [int(dict(url[3])["page"]) for url in recording.responses] == [1, 2, 3]
                ids = [post["id"] for _, body in recording.responses.values() for post in json.loads(body)]
                assert len(set(ids)) == 9 and base[1].endswith("example.org")
                continue
            if name == "case-studies-remote":  # one document, and the images that it names
                document, *images = recording.responses.items()
                assert all(body.startswith(b"\x89PNG") for _, (_, body) in images)
                named = set(re.findall(r'"(?:http://)?(http://images[^"]*)"', document[1][1].decode()))
                assert named == {f"{url[0]}://{url[1]}{url[2]}" for url, _ in images}
                continue
            start = f"{recording.parameters.get('url') or recording.parameters['from']}"
            query = {"front-conversations": "?limit=100", "github-issues": "?state=all&per_page=100"}.get(name, "")
            url, pages = start + query, 0
            while url:
                headers, body = get(proxy, url)
                url, pages = next_page(name, headers, body), pages + 1
                parents = body.get("_results", []) if name == "front-conversations" else []
                for below in [parent["_links"]["related"]["messages"] + "?limit=100" for parent in parents]:
                    while below:
                        headers, found = get(proxy, below)
                        below, pages = next_page(name, headers, found), pages + 1
            assert pages == len(recording.responses) and sorted(map(key, proxy.asked)) == sorted(recording.responses), name


def check_hosts(_):
    """Content for recordings is invented: every host is below example.org."""
    for name in NAMES:
        for headers, body in Recording(name).responses.values():
            # One address has its scheme twice, which the stage case_study repairs.
            text = body.decode(errors="replace").replace("http://http://", "http://") + json.dumps(headers)
            hosts = set(re.findall(r"https?://([^/\"?{\\]+)", text)) | set(re.findall(r"@([a-z.]+\.[a-z]+)", text))
            assert all(host.endswith("example.org") for host in hosts), (name, hosts)
