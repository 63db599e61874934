import TestSupport

/// A pipeline with tests that it passes, in a folder of its own.
enum TestedPipeline {
    static let pipeline = #"""
        {
          "parameters": { "from": { "default": "in.json" } },
          "source": { "type": "json", "from": { "$param": "from" }, "items": ".articles[]" },
          "stages": [
            { "type": "filter", "where": ".published" },
            { "type": "set", "fields": { "slug": ".title | ascii_downcase | gsub(\" \"; \"-\")", "day": "now | todate | .[0:10]" } },
            { "type": "html_to_markdown", "field": "body", "into": "text" },
            { "type": "remove", "fields": ["body", "published"] },
            { "type": "dedupe", "by": ".slug" },
            { "type": "sort", "by": ".title" }
          ],
          "sinks": [
            { "type": "markdown", "to": "out/{{.slug}}.md", "front_matter": "{title, author, day}", "body": "text", "format": "markdown" },
            { "type": "jsonl", "to": "out/all.jsonl" }
          ]
        }
        """#

    static let tests = #"""
        {
          "tests": [
            {
              "name": "articles",
              "records": [
                { "title": "Tea Time", "author": "Ann", "body": "<p>Hot <b>water</b></p>", "published": true },
                { "title": "Bread", "author": "Ben", "body": "<p>Rye</p>", "published": true },
                { "title": "Draft", "author": "Ben", "body": "<p>No</p>", "published": false },
                { "title": "Bread", "author": "Cid", "body": "<p>Wheat</p>", "published": true },
                { "title": 7, "author": "Dan", "body": "<p>Seven</p>", "published": true }
              ],
              "expect": {
                "files": "expected",
                "records": {
                  "equals": [
                    { "title": "Bread", "author": "Ben", "slug": "bread", "day": "2024-01-01", "text": "Rye" },
                    { "title": "Tea Time", "author": "Ann", "slug": "tea-time", "day": "2024-01-01", "text": "Hot **water**" }
                  ],
                  "contains": [ { "slug": "tea-time", "author": "Ann" } ],
                  "matches": ["has(\"body\") | not"]
                },
                "counts": { "read": 5, "written": 2, "filtered": 2, "rejected": 1 },
                "rejects": [ { "stage": "set", "step": "stages[1]", "reason_matches": "must be a string$" } ],
                "messages": ["2 files written", "rejected by set"]
              }
            },
            { "name": "file", "from": "in.json", "expect": { "counts": { "read": 1, "written": 1 }, "exit_code": 0 } }
          ]
        }
        """#

    static let input = #"{"articles":[{"title":"One","author":"Eva","body":"<p>x</p>","published":true}]}"#

    /// The files that the first test expects.
    static let expected = [
        "all.jsonl":
            #"{"title":"Bread","author":"Ben","slug":"bread","day":"2024-01-01","text":"Rye"}"# + "\n"
            + #"{"title":"Tea Time","author":"Ann","slug":"tea-time","day":"2024-01-01","text":"Hot **water**"}"# + "\n",
        "bread.md": "---\ntitle: \"Bread\"\nauthor: \"Ben\"\nday: \"2024-01-01\"\n---\n\nRye\n",
        "tea-time.md": "---\ntitle: \"Tea Time\"\nauthor: \"Ann\"\nday: \"2024-01-01\"\n---\n\nHot **water**\n",
    ]

    /// Writes everything to a folder.
    static func write(to folder: borrowing ScratchFolder, pipeline: String = pipeline, tests: String = tests) throws {
        try folder.write(pipeline, to: "p.json")
        try folder.write(tests, to: "p.tests.json")
        try folder.write(input, to: "in.json")
        for (name, text) in expected { try folder.write(text, to: "expected/out/\(name)") }
    }
}
