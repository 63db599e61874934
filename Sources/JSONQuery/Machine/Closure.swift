import JSONParsing

/// A program that was handed to a function, with the scope that it was written in.
struct Closure {
    let node: any Node
    let scope: Scope?
}
