public import Pipeline

extension Registry {
    /// Adds the sources of mail: `mbox`, `eml` and `maildir`. The first two open URLs only where the registry has an opener (`addHTTP()` of the
    /// product HTTPReading).
    public mutating func addMailSources() {
        add(MboxSource.self)
        add(EMLSource.self)
        add(MaildirSource.self)
    }
}
