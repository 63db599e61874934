public import Pipeline
internal import Sinks
internal import SourcesRemote
internal import Stages

extension Registry {
    /// Everything that the program `tabpipe` knows. A program of your own adds to it:
    /// `var registry = Registry.standard; registry.add(Shorten.self)`.
    public static var standard: Registry {
        var registry = Registry()
        registry.addStages()
        registry.addSources()
        registry.addSinks()
        return registry
    }
}
