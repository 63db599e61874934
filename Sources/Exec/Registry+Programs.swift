public import Pipeline

extension Registry {
    /// Adds the components of this library to the registry: the source, the stage and the sink `exec`.
    public mutating func addPrograms() {
        add(ExecSource.self)
        add(ExecStage.self)
        add(ExecSink.self)
    }
}
