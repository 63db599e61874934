import HTTPReading
import Pipeline

extension Registry {
    /// A registry without components, whose programs open URLs.
    static let opening: Registry = {
        var registry = Registry()
        registry.addHTTP()
        return registry
    }()
}
