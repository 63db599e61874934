"""The well-behaved APIs: case studies, and a help desk shaped like Front's API."""
import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import unquote, urlencode

from common import PAGE_SIZE, Refusal

UPSTREAM = b"https://raw.githubusercontent.com/theappbusiness/engineering-challenge/main"
SAMPLES = Path(__file__).resolve().parent.parent.parent / "pipelines/samples"
TYPES = {".json": "application/json", ".jpg": "image/jpeg", ".png": "image/png", ".gif": "image/gif"}
CONVERSATIONS = {"secret-token": 312, "second-token": 7}  # bearer token → how many it may see
GONE_MESSAGE = "msg_0123_1"


def routes(data):
    """URL path → file, for all that may be served; v2's images are v1's."""
    found = {"/" + f.relative_to(data).as_posix(): f for f in sorted(data.glob("endpoints/**/*")) if f.is_file()}
    return {path.replace("/v1/images/", "/v2/images/"): f for path, f in found.items()} | found


def message(i, j, count, images):
    """Message j of `count` in conversation i, complete. The newest is last, and always loaded."""
    name = f"msg {i:04d}/{j}?ü" if i % 50 == 0 else f"msg_{i:04d}_{j}"
    sender = "support@desk.example" if j % 2 else f"customer{i}@mail.example"
    blurb = f"Reply {j} about order {i}: café & “crème” <soon>"
    picture = f'<img src="{images[i % len(images)]}" alt>' if images and i % 10 == 0 else ""
    earlier = f"<blockquote type=\"cite\"><p>Reply {j - 1} about order {i}</p></blockquote>" if j else ""
    body = (f"<div><p>Hello,</p><p>Reply {j} about order {i}: café &amp; “crème” &lt;soon&gt;</p>{picture}{earlier}"
            f'<div class="front-signature">Thank you<br>— Agent {i % 7}</div></div>')
    loaded = j == count - 1 or (i + j) % 3 == 0
    return {"id": name, "type": "email", "from": sender, "is_inbound": j % 2 == 0,
            "created_at": 1700000000 + i * 3600 + j, "blurb": blurb, "body": body, "content_loaded": loaded}


def conversation(i, base, images):
    """Conversation i of the help desk, with 1 + i % 4 messages."""
    count = 1 + i % 4
    messages = [message(i, j, count, images) for j in range(count)]
    name = f"cnv_{i:04d}"
    link = f"{base}/conversations/{name}"
    return {"_links": {"self": link, "related": {"messages": link + "/messages"}},
            "id": name, "subject": f"Order {i}", "status": ("archived", "assigned", "unassigned")[i % 3],
            "from": messages[0]["from"], "read": i % 2 == 0, "blurb": messages[-1]["blurb"],
            "created_at": 1700000000 + i * 3600, "tags": [{"id": f"tag_{i % 5}", "name": f"tag {i % 5}"}],
            "messages": [m if m["content_loaded"] else {**m, "body": None} for m in messages]}


def parent_pages(i):
    """The numbers of children on each page of parent i: 0 to 3 pages, the last one shorter."""
    return [3, 3, 2][3 - i % 4:]


class APIs:
    """Part of the request handler."""

    def parents(self, parts):
        """Parents, and the children of each: the list, or pages that name the next one by its whole URL."""
        total = self.number("n", 40)
        if not parts:
            return self.reply_cacheable({"parents": [{"id": i, "children_url": f"{self.base}/parents/{i}/children"} for i in range(1, total + 1)]})
        if len(parts) != 2 or not parts[0].isdecimal() or parts[1] != "children":
            raise Refusal(404, "no such parent")
        i, page = int(parts[0]), self.number("page", 1)
        pages = parent_pages(i)
        if not 1 <= page <= max(1, len(pages)):
            raise Refusal(404, "no such page")
        first = sum(pages[:page - 1])
        children = [{"parent": i, "number": first + j + 1} for j in range(pages[page - 1] if pages else 0)]
        following = f"{self.base}{self.route}?page={page + 1}" if page < len(pages) else None
        self.reply_cacheable({"children": children, "next": following})

    def sample(self, name):
        """A file of pipelines/samples, for the examples of the documentation."""
        path = SAMPLES / name
        if path.parent != SAMPLES or not path.is_file():
            raise Refusal(404, "no such sample")
        self.reply_bytes_cacheable(path.read_bytes())

    def endpoint(self):
        path = self.server.files.get(unquote(self.route))
        if not path:
            raise Refusal(404, "no such file")
        data, version = path.read_bytes(), self.state.version
        if path.suffix == ".json":
            data = data.replace(UPSTREAM, self.base.encode())
        etag = hashlib.sha256(data + b"%d" % version).hexdigest()[:16]
        self.reply(data, kind=TYPES.get(path.suffix, "application/octet-stream"), etag=f'"{etag}"',
                   modified=int(Path(path).stat().st_mtime) + version)

    def help_desk(self, parts):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if token == "forbidden":
            raise Refusal(403, "this token may not read conversations")
        if scheme.lower() != "bearer" or token not in CONVERSATIONS:
            raise Refusal(401, "a bearer token is needed", {"WWW-Authenticate": 'Bearer realm="desk"'})
        total = CONVERSATIONS[token]
        names = sorted(r for r in self.server.files if r.startswith("/endpoints/v1/images/"))
        images = [self.base + name for name in names]
        if parts[0] == "messages":
            name = unquote(parts[1]) if len(parts) == 2 else ""
            match = re.fullmatch(r"msg[_ ](\d{4})[_/](\d)(\?ü)?", name)
            i, j = (int(match[1]), int(match[2])) if match else (0, 0)
            found = message(i, j, 1 + i % 4, images)
            if not 1 <= i <= total or j > i % 4 or name in (GONE_MESSAGE, "") or found["id"] != name:
                raise Refusal(404, "no such message")
            return self.reply_cacheable({**found, "content_loaded": True})
        if len(parts) > 1:
            match = re.fullmatch(r"cnv_(\d{4})", parts[1])
            if not match or not 1 <= int(match[1]) <= total or parts[2:] not in ([], ["messages"]):
                raise Refusal(404, "no such conversation")
            found = conversation(int(match[1]), self.base, images)
            return self.reply_cacheable({"_results": found["messages"]} if parts[2:] else found)
        limit = min(max(self.number("limit", PAGE_SIZE), 1), 100)
        try:
            start = int(base64.b64decode(self.query.get("page_token", ""), validate=True) or 0)
        except ValueError:
            raise Refusal(400, "page_token is not valid")
        end = min(start + limit, total)
        following = base64.b64encode(b"%04d" % end).decode()
        link = f"{self.base}/conversations?" + urlencode({**self.query, "limit": limit, "page_token": following})
        self.reply_cacheable({"_pagination": {"next": link if end < total else None},
                              "_links": {"self": self.base + self.path},
                              "_results": [conversation(i, self.base, images) for i in range(start + 1, end + 1)]})
