public import Pipeline

extension Registry {
    /// Adds the sources of files: `json`, `lines`, `csv`, `files` and `html`. They open URLs only where the registry has an opener (`addHTTP()` of
    /// the product HTTPReading).
    public mutating func addLocalSources() {
        add(JSONSource.self)
        add(LinesSource.self)
        add(CSVSource.self)
        add(FilesSource.self)
        add(HTMLSource.self)
    }
}
