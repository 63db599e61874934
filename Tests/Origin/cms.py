"""Content systems whose public documentation describes the lists: Contentful, Notion, Sanity, Strapi and Ghost.

The content is invented: three posts of a bakery, of which the last one lacks what it may lack. Pages have two posts at most, so that every
list has two. Each post shows an image, names another post, and has a node or a mark of a plug-in.
"""
import json
import re
import struct
import zlib

from replay_apis import Reply

SIZE = 2  # posts of a page
DATABASE = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"


def notion_id(number):
    return f"10000000-0000-4000-8000-{number:012d}"


def page_url(number):
    return "https://www.notion.so/Page-" + notion_id(number).replace("-", "")


def picture(width=16, height=12):
    """A grey PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\x80" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


PICTURE = picture()


class ContentSystems:
    """Part of the request handler: /cms/NAME/…"""

    def cms(self, name, path):
        answers = {
            "contentful": self.contentful, "notion": self.notion_pages, "sanity": self.sanity, "strapi": self.strapi, "strapi4": self.strapi4,
            "ghost": self.ghost,
        }
        try:
            if path[-1:] == ["oven.png"]:
                return self.reply(PICTURE, 200, "image/png")
            if name not in answers:
                raise Reply(404, {"message": "Not Found"})
            answers[name](path)
        except Reply as reply:
            self.reply(reply.body, reply.status, "application/json; charset=utf-8", reply.headers)

    def must(self, condition, status, message):
        if not condition:
            raise Reply(status, {"message": message})

    # -- Contentful: "Content Delivery API", entries and links

    def contentful(self, path):
        self.must(self.bearer() == "cf-token", 401, "The access token you sent could not be found or is invalid.")
        self.must(path == ["spaces", "bakery", "environments", "master", "entries"], 404, "The resource could not be found.")
        self.must(self.query.get("content_type") == "blogPost" and self.query.get("order"), 400, "The query you sent was invalid.")
        posts = [self.contentful_post(n) for n in (1, 2, 3)]
        skip = self.number("skip", 0)
        items = posts[skip:skip + SIZE]
        asset = {
            "sys": {"id": "asset1", "type": "Asset", "locale": "en-US"},
            "fields": {"title": "The oven", "file": {
                "url": f"//{self.base.partition('//')[2]}/cms/contentful/oven.png", "fileName": "oven.png", "contentType": "image/png",
                "details": {"size": len(PICTURE), "image": {"width": 16, "height": 12}}}},
        }
        author = {"sys": {"id": "author1", "type": "Entry"}, "fields": {"name": "Mira Vogel"}}
        linked = [author] + ([posts[2]] if skip == 0 else [])
        page = {
            "sys": {"type": "Array"}, "total": len(posts), "skip": skip, "limit": SIZE, "items": items,
            "includes": {"Entry": linked, "Asset": [asset]}}
        lost = {"type": "Link", "linkType": "Entry", "id": "gone"}  # the baker is not published
        errors = [{"sys": {"id": "notResolvable", "type": "error"}, "details": lost}]
        self.reply({**page, "errors": errors} if skip == 0 else page)

    def contentful_post(self, number):
        link = {"sys": {"type": "Link", "linkType": "Entry", "id": f"post{number % 3 + 1}"}}
        system = {
            "id": f"post{number}", "type": "Entry", "createdAt": f"2026-05-0{number}T08:00:00.000Z", "updatedAt": f"2026-06-0{number}T08:00:00.000Z",
            "revision": 1, "locale": "en-US", "contentType": {"sys": {"type": "Link", "linkType": "ContentType", "id": "blogPost"}},
        }
        if number == 3:  # a field without a value is missing
            return {"metadata": {"tags": []}, "sys": system, "fields": {"title": "Empty {{< hours >}}", "slug": "empty"}}

        def text(value, *marks):
            return {"nodeType": "text", "value": value, "marks": [{"type": mark} for mark in marks], "data": {}}

        def node(kind, *content, **data):
            return {"nodeType": kind, "data": data, "content": list(content)}

        body = node(
            "document",
            node("paragraph", text("Read "), node("entry-hyperlink", text("the next one"), target=link), text(" or "),
                 node("hyperlink", text("flour"), uri="https://www.example.com/blog/post-2"), text(" "), text("now", "bold"), text(".")),
            node("embedded-asset-block", target={"sys": {"type": "Link", "linkType": "Asset", "id": "asset1"}}),
            node("tip-box", node("paragraph", text("Keep it warm."))),
            node("paragraph", text("Ask "), node("entry-hyperlink", text("the baker"), target={
                "sys": {"type": "Link", "linkType": "Entry", "id": "gone"}}), text(".")))
        return {"metadata": {"tags": []}, "sys": system, "fields": {
            "title": f"Post {number}", "slug": f"post-{number}", "description": "Short & good", "publishDate": f"2026-05-1{number}",
            "tags": ["bread"], "author": {"sys": {"type": "Link", "linkType": "Entry", "id": "author1"}},
            "heroImage": {"sys": {"type": "Link", "linkType": "Asset", "id": "asset1"}}, "body": body}}

    # -- Notion: "Query a database", "Retrieve block children"

    def notion_pages(self, path):
        self.must(self.bearer() == "notion-token", 401, "API token is invalid.")
        self.must(self.headers.get("Notion-Version"), 400, "Notion-Version header should be defined.")
        if path == ["v1", "databases", DATABASE, "query"]:
            self.must(self.command == "POST", 405, "Method not allowed.")
            pages = [self.notion_post(n) for n in (1, 2, 3)]
            return self.notion_slice(pages, json.loads(self.payload).get("start_cursor"))
        self.must(self.command == "GET" and path[:2] == ["v1", "blocks"] and path[3:] == ["children"], 400, "Invalid request URL.")
        blocks = self.notion_blocks().get(path[2])
        self.must(blocks is not None, 404, f"Could not find block with ID: {path[2]}.")
        self.notion_slice(blocks, self.query.get("start_cursor"))

    def notion_slice(self, objects, cursor):
        start = int(cursor.removeprefix("cursor-")) if cursor else 0
        end = start + SIZE
        has_more = end < len(objects)
        self.reply({
            "object": "list", "results": objects[start:end], "has_more": has_more, "next_cursor": f"cursor-{end}" if has_more else None,
            "type": "page_or_database"})

    def notion_text(self, content, href=None, **marks):
        annotations = {"bold": False, "italic": False, "strikethrough": False, "underline": False, "code": False, "color": "default", **marks}
        link = {"url": href} if href else None
        return {"type": "text", "text": {"content": content, "link": link}, "annotations": annotations, "plain_text": content, "href": href}

    def notion_post(self, number):
        cover = {"type": "external", "external": {"url": f"{self.base}/cms/notion/oven.png"}}
        is_last = number == 3
        title = "Empty {{< hours >}}" if is_last else f"Post {number}"
        return {
            "object": "page", "id": notion_id(number), "created_time": f"2026-05-0{number}T08:00:00.000Z",
            "last_edited_time": f"2026-06-0{number}T08:00:00.000Z", "cover": None if is_last else cover, "icon": None, "archived": False,
            "url": page_url(number), "public_url": None,
            "properties": {
                "Name": {"id": "title", "type": "title", "title": [self.notion_text(title)]},
                "Date": {"id": "a", "type": "date", "date": None if is_last else {"start": f"2026-05-1{number}", "end": None, "time_zone": None}},
                "Tags": {"id": "b", "type": "multi_select", "multi_select": [] if is_last else [{"id": "x", "name": "bread", "color": "red"}]},
                "Description": {"id": "c", "type": "rich_text", "rich_text": [] if is_last else [self.notion_text("Short & good")]},
                "Published": {"id": "d", "type": "checkbox", "checkbox": not is_last},
            }}

    def notion_blocks(self):
        def block(number, kind, content, has_children=False):
            return {"object": "block", "id": notion_id(number), "type": kind, "has_children": has_children, kind: content}

        def paragraph(number, *parts):
            return block(number, "paragraph", {"rich_text": list(parts), "color": "default"})

        def item(number, text, has_children=False):
            return block(number, "bulleted_list_item", {"rich_text": [self.notion_text(text)], "color": "default"}, has_children)

        mention = {
            "type": "mention", "mention": {"type": "page", "page": {"id": notion_id(2)}}, "annotations": {}, "plain_text": "Post 2",
            "href": "https://www.notion.so/" + notion_id(2).replace("-", "")}
        image = {"type": "file", "file": {"url": f"{self.base}/cms/notion/oven.png?X-Amz-Expires=3600", "expiry_time": "2026-05-01T09:00:00.000Z"}}
        first = [
            paragraph(11, self.notion_text("Read "), mention, self.notion_text(" or "),
                      self.notion_text("the third", "/" + notion_id(3).replace("-", "")), self.notion_text(" "),
                      self.notion_text("now", bold=True), self.notion_text(".")),
            block(12, "image", {"caption": [self.notion_text("The oven")], **image}),
            item(13, "Flour", True),
            block(14, "unsupported", {}),
            block(15, "tip_box", {"rich_text": [self.notion_text("Keep it warm.")]}),
        ]
        return {
            notion_id(1): first, notion_id(13): [item(16, "Rye", True)], notion_id(16): [item(17, "Coarse", True)],
            notion_id(17): [item(18, "Stone-ground")],
            notion_id(2): [paragraph(21, self.notion_text("Back to "), self.notion_text("the first", page_url(1)), self.notion_text("."))],
            notion_id(3): [],
        }

    # -- Sanity: "Query", GROQ over HTTP. The query is not run: its parameters are, and what it must ask for is checked

    def sanity(self, path):
        self.must(self.bearer() == "sanity-token", 401, "Unauthorized - Session not found")
        self.must(path == ["v2025-02-19", "data", "query", "production"] and self.command == "POST", 404, "Not Found")
        body = json.loads(self.payload)
        query, parameters = body.get("query", ""), body.get("params", {})
        for name in re.findall(r"\$(\w+)", query):
            self.must(name in parameters, 400, f"param ${name} referenced, but not provided")
        self.must("order(_id)" in query and "asset->" in query and "reference->" in query, 400, "unexpected query")
        self.must(parameters["type"] == "post", 200, "no such type")
        posts = [post for post in (self.sanity_post(n, parameters["site"]) for n in (1, 2, 3)) if post["_id"] > parameters["last"]]
        self.reply({"query": query, "result": posts[:SIZE], "syncTags": ["s1:x"], "ms": 7})

    def sanity_post(self, number, site):
        post = {
            "_id": f"post{number}", "lastmod": f"2026-06-0{number}T08:00:00Z",
            "title": f"Post {number}", "slug": f"post-{number}", "date": f"2026-05-1{number}T08:00:00.000Z", "description": "Short & good",
            "tags": ["bread"], "author": "Mira Vogel", "image": f"{self.base}/cms/sanity/oven.png",
        }
        if number == 3:  # a projection gives null for what is missing
            missing = ("description", "tags", "author", "image")
            date = {"date": "2026-05-03T08:00:00Z"}  # the query asks for the time of creation then
            return {**post, **date, **{name: None for name in missing}, "title": "Empty {{< hours >}}", "slug": None, "body": None}

        def span(text, *marks):
            return {"_type": "span", "_key": text[:4], "text": text, "marks": list(marks)}

        def block(*children, style="normal", marks=()):
            return {"_type": "block", "_key": "b", "style": style, "markDefs": list(marks), "children": list(children)}

        inner = {"_key": "m1", "_type": "internalLink", "reference": {"_ref": "post2", "_type": "reference"}, "href": site + "post-2"}
        lost = {"_key": "m2", "_type": "internalLink", "reference": {"_ref": "gone", "_type": "reference"}, "href": None}
        plain = {"_key": "m3", "_type": "link", "href": "https://www.example.com/blog/post-1#warm"}
        body = [
            block(span("Read "), span("the next one", "m1"), span(" or "), span("flour", "m3"), span(" "), span("now", "strong"), span("."),
                  marks=(inner, plain)),
            {"_type": "image", "_key": "i", "alt": "The oven", "asset": {"url": f"{self.base}/cms/sanity/oven.png", "altText": None}},
            {"_type": "tipBox", "_key": "t", "text": "Keep it warm."},
            block(span("Ask "), span("the baker", "m2"), span("."), marks=(lost,)),
        ]
        return {**post, "body": body}

    # -- Strapi: "REST API", versions 5 and 4

    def strapi(self, path):
        self.strapi_list(path, lambda number, fields: {"id": number, "documentId": f"doc{number}", **fields})

    def strapi4(self, path):
        def entry(number, fields):
            def nested(value):
                return {"id": value.get("id"), "attributes": {k: v for k, v in value.items() if k != "id"}} if value else None
            return {"id": number, "attributes": {
                **fields, "cover": {"data": nested(fields["cover"])}, "author": {"data": nested(fields["author"])},
                "tags": {"data": [nested(tag) for tag in fields["tags"]]}}}
        self.strapi_list(path, entry)

    def strapi_list(self, path, entry):
        self.must(self.bearer() == "strapi-token", 401, "Missing or invalid credentials")
        self.must(path == ["api", "articles"] and self.query.get("populate") == "*", 404, "Not Found")
        number = self.number("pagination[page]", 1)
        entries = [entry(n, self.strapi_fields(n)) for n in (1, 2, 3)]
        pages = -(-len(entries) // SIZE)
        self.reply({
            "data": entries[(number - 1) * SIZE:number * SIZE],
            "meta": {"pagination": {"page": number, "pageSize": SIZE, "pageCount": pages, "total": len(entries)}}})

    def strapi_fields(self, number):
        dates = {name: f"2026-0{month}-0{number}T08:00:00.000Z" for name, month in (("createdAt", 5), ("updatedAt", 6), ("publishedAt", 5))}
        if number == 3:
            return {"title": "Empty {{< hours >}}", "slug": None, "description": None, "content": None, "cover": None, "author": None, "tags": [], **dates, "publishedAt": None}

        def text(value, **marks):
            return {"type": "text", "text": value, **marks}

        image = {"url": f"{self.base}/cms/strapi/uploads/oven.png", "alternativeText": "The oven", "mime": "image/png", "width": 16, "height": 12}
        content = [
            {"type": "paragraph", "children": [
                text("Read "), {"type": "link", "url": "https://www.example.com/blog/post-2", "children": [text("the next one")]}, text(" "),
                text("now", bold=True), text(".")]},
            {"type": "image", "image": image, "children": [text("")]},
            {"type": "tip-box", "children": [text("Keep it warm.")]},
        ]
        return {
            "title": f"Post {number}", "slug": f"post-{number}", "description": "Short & good", "content": content,
            "cover": {"id": 1, "url": "/cms/strapi/uploads/oven.png", "alternativeText": "The oven"}, "author": {"id": 1, "name": "Mira Vogel"},
            "tags": [{"id": 1, "name": "bread"}], **dates}

    # -- Ghost: "Content API", posts

    def ghost(self, path):
        self.must(self.query.get("key") == "ghost-key", 401, "Unknown Content API Key")
        self.must(path == ["ghost", "api", "content", "posts"], 404, "Resource not found")
        self.must(self.query.get("include") == "tags,authors", 400, "tags are missing")
        number = self.number("page", 1)
        posts = [self.ghost_post(n) for n in (1, 2, 3)]
        pages = -(-len(posts) // SIZE)
        self.reply({"posts": posts[(number - 1) * SIZE:number * SIZE], "meta": {"pagination": {
            "page": number, "limit": SIZE, "pages": pages, "total": len(posts), "next": number + 1 if number < pages else None,
            "prev": number - 1 or None}}})

    def ghost_post(self, number):
        site = f"{self.base}/cms/ghost"
        post = {
            "id": f"5ddc9141c35e7700383b293{number}", "uuid": f"a5aa9bd8-ea31-415c-b452-3040dae1e73{number}", "slug": f"post-{number}",
            "title": f"Post {number}", "feature_image": f"{site}/content/images/2026/05/oven.png", "featured": False, "visibility": "public",
            "access": True, "created_at": f"2026-05-0{number}T08:00:00.000+00:00", "updated_at": f"2026-06-0{number}T08:00:00.000+00:00",
            "published_at": f"2026-05-1{number}T08:00:00.000+00:00", "custom_excerpt": "Short & good", "excerpt": "Short & good",
            "meta_description": None, "url": f"{site}/post-{number}/",
            "tags": [{"id": "t", "name": "bread", "slug": "bread", "visibility": "public"}, {"id": "u", "name": "#en", "slug": "hash-en", "visibility": "internal"}],
            "authors": [{"id": "a", "name": "Mira Vogel", "slug": "mira"}],
        }
        if number == 3:  # a post for members, without a key of theirs
            return {**post, "title": "Empty {{< hours >}}", "visibility": "members", "access": False, "html": "", "feature_image": None,
                    "custom_excerpt": None, "excerpt": "", "tags": [], "authors": []}
        html = (
            f'<p>Read <a href="{site}/post-2/#warm">the next one</a> or <a href="/cms/ghost/post-1/">the first</a> <strong>now</strong>.</p>'
            f'<figure class="kg-card kg-image-card"><img src="{site}/content/images/2026/05/oven.png" class="kg-image" alt="The oven" loading="lazy"></figure>'
            '<div class="kg-card kg-callout-card"><div class="kg-callout-text">Keep it warm.</div></div><p>Use {{% code %}}.</p>')
        return {**post, "html": html}
