internal import ExternalPrograms
public import Pipeline
internal import Sinks
internal import SourcesRemote
internal import Stages

extension Registry {
    /// The components of the program `tabpipe`. A program of your own adds more:
    /// `var registry = Registry.standard; registry.add(Shorten.self)`.
    public static var standard: Registry {
        var registry = Registry()
        registry.addStages()
        registry.addSources()
        registry.addSinks()
        registry.addPrograms()
        return registry
    }
}
