package import Foundation

/// Pipelines and records of a site with the option `base_url`.
package enum PublishedSite {
    /// A pipeline whose sink has further options.
    package static func pipeline(_ options: String) -> String {
        """
        { "parameters": { "from": {}, "to": {} }, "source": { "type": "json", "from": { "$param": "from" }, "items": ".[]" },
          "sinks": [ { "type": "site", "to": { "$param": "to" }, "title": "Cases & more", \(options) } ] }
        """
    }
    package static let base = #""base_url": "https://x.example/s", "language": "de""#
    package static let articles = #"""
        [{"slug":"a","title":"A <b>","teaser":"One & \"two\" \u0001\f\r]]>","hero_image":"https://y.example/a.jpg","date":"2024-01-31","html":"x"},
         {"slug":"b/é","title":"B","hero_image":"i/b.jpg","date":"2024-03-01T00:30:00+01:00","html":"<p></p><p>First <b>words</b></p>"},
         {"slug":"c","title":"C","teaser":"T","html":"x"}]
        """#
}

extension Site {
    /// The names of the files and folders, without hidden ones.
    package var names: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("site").path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    package func file(_ name: String) -> URL { folder.appendingPathComponent("site/\(name)") }

    package func read(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }
}
