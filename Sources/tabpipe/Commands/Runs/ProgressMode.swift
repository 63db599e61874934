/// When progress is shown.
enum ProgressMode: String, CaseIterable { case auto, always, never }
