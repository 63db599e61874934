internal import Assets
internal import HTTPReading
public import Pipeline
// Plug-ins import SourcesRemote for `InputReader`.
@_exported public import SourcesLocal
internal import SourcesMail
internal import SourcesXML

extension Registry {
    /// Adds the components of this library and of those below it to the registry: the sources `json`, `lines`, `csv`, `files`, `html`,
    /// `xml`, `feed`, `wordpress`, `sitemap`, `mbox`, `eml`, `maildir` and `http`, and the stages `hydrate` and `assets`.
    public mutating func addSources() {
        addHTTP()
        addLocalSources()
        addXMLSources()
        addMailSources()
        add(HTTPSource.self)
        add(HydrateStage.self)
        add(AssetsStage.self)
    }
}
