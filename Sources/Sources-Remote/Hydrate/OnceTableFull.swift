/// A ``OnceTable`` has made as many values as it may.
struct OnceTableFull: Error {}
