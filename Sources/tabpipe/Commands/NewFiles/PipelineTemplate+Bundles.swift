// The parts that the templates for static sites have in common. Each file has the whole text, because its user changes that file alone.
extension PipelineTemplate {
    /// The folders of the pages of a template: one for each page, which also holds its images.
    struct PageBundles {
        /// The folder of one page below `out/content`, as a template.
        let folder: String
        /// The relative path from a page's folder to the sink's folder: the part of `to` before its first template.
        let up: String

        /// One folder for all pages.
        static let posts = PageBundles(folder: "posts/{{.slug}}", up: "..")
        /// A folder for each type of pages.
        static let types = PageBundles(folder: "{{.type}}/{{.slug}}", up: "../..")
    }

    /// A jq function for the front matter: the old paths of a page, from which Hugo redirects.
    static let oldPaths =
        #"def old_paths: [.[]? | strings | capture(\"^https?://[^/?#]+(?<path>/[^?#]+)$\").path | @urid? | select(test(\"[[:cntrl:]\\\\\\\\:]|//|^/index[.]|(^|/)\\\\.\\\\.?(/|$)\") | not)] | if . == [] then null else . end;"#

    /// The output files, as the note of a template with ``PageBundles/posts`` names them.
    static let postFiles = "out/content/posts/SLUG/index.md and images"

    /// The parameters for the paths, in JSON.
    static func parameters(of bundles: PageBundles) -> String {
        #"""
            "to": { "default": "out/content/\#(bundles.folder)/index.md", "help": "the path of each page" },
            "images": { "default": "out/content/\#(bundles.folder)", "help": "the folder of its images" },
            "escape": { "default": "hugo", "help": "the templates that content must not run: hugo, liquid (Jekyll, Eleventy), mdx or none" }
        """#
    }

    /// The parameter for files on a server that the public cannot reach.
    static let privateHosts =
        #""private_hosts": { "default": false, "help": "true if the images are on this machine or in a private network" }"#

    /// The stage that fetches the images of a page.
    ///
    /// - Parameters:
    ///   - field: The field with the HTML.
    ///   - base: The option `base`; nil where the record has its URL.
    ///   - hasPrivateHosts: Whether the file has the parameter ``privateHosts``.
    static func assets(of field: String, in bundles: PageBundles, base: String? = nil, hasPrivateHosts: Bool = false) -> String {
        let base = base.map { "\n      \"base\": \"\($0)\"," } ?? ""
        let hosts = hasPrivateHosts ? ",\n      \"allow_private_hosts\": { \"$param\": \"private_hosts\" }" : ""
        return #"""
                {
                  "type": "assets",
                  "description": "Images go beside the page. Remove this stage to leave them where they are.",
                  "html": ["\#(field)"],
                  "fields": ["image"],\#(base)
                  "folder": { "$param": "images" },
                  "link_as": "\#(bundles.up)/{{.folder}}/{{.name}}"\#(hosts)
                }
            """#
    }

    /// The sink that writes the pages.
    ///
    /// - Parameters:
    ///   - field: The field with the HTML.
    ///   - key: A jq program for the key that identifies a page in later runs.
    ///   - addresses: A jq program: the old addresses of a page.
    ///   - frontMatter: The members of the front matter, in jq.
    static func pages(of field: String, in bundles: PageBundles, key: String, addresses: String, frontMatter: String) -> String {
        #"""
            {
              "type": "markdown",
              "to": { "$param": "to" },
              "on_clash": "number",
              "key": "\#(key)",
              "front_matter": "{\#(frontMatter)} | with_entries(select(.value != null))",
              "front_matter_format": "yaml",
              "escape_templates": { "$param": "escape" },
              "rewrite_links": { "addresses": "\#(addresses)", "link_as": "\#(bundles.up)/{{.folder}}/" },
              "body": "\#(field)",
              "format": "html",
              "keep_more": true
            }
        """#
    }
}
