public import Pipeline

extension Registry {
    /// Adds the sources of this library to the registry: `json`, `lines` and `files`.
    public mutating func addSources() {
        add(JSONSource.self)
        add(LinesSource.self)
        add(FilesSource.self)
    }
}
