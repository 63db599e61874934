import JSONParsing

/// A program passed to a function as an argument, with the scope of the caller.
struct Closure {
    let node: any Node
    let scope: Scope?
}
