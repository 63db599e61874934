/// The values of `--progress`: `auto` shows it for long runs, unless `--quiet` is given.
enum ProgressMode: String, CaseIterable { case auto, always, never }
