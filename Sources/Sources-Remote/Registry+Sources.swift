public import Pipeline

extension Registry {
    /// Adds the sources of this library to the registry: `json`, `lines`, `files` and `http`.
    public mutating func addSources() {
        add(JSONSource.self)
        add(LinesSource.self)
        add(FilesSource.self)
        add(HTTPSource.self)
    }
}
