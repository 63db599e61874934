/// The services of the engine that a component uses besides processing records: outputs, programs, messages and a check.
///
/// One struct instead of a protocol requirement for each: the compiler rejects a value of the wrong type here. With a protocol, a property
/// of a slightly different type would compile, and the default would silently be used instead.
public struct Hooks: Sendable {
    /// No output, no programs, no messages and no check. The component may change any field.
    public static let none = Hooks()

    /// The output of a source or a stage that appears at the commit point of a run, together with those of the sinks; nil if it has none.
    ///
    /// Declare its path with a method of ``OptionReader`` that reads an output, so that no other step or run writes it. All copies of a
    /// stage return the same output. A sink writes its output in ``Sink/write(_:)`` instead.
    public var output: (any RunOutput)?
    /// The external programs that a run starts for this component, as its options name them. A run begins only if
    /// `PipelinePlan.allowsPrograms` is true, because a pipeline file from elsewhere could name any program.
    public var programs: [ForeignProgram]
    /// The sources that a stream stage reads beside its input. Each is the value of an option: ``OptionType/source``. The engine, `check`
    /// and `explain` ask their hooks, too.
    public var sources: [SecondSource]
    /// The fields that a stage may change in a record; none if it passes records on as they are, nil if it may change any. A later stream
    /// stage can run in partitions by a key only if no stage before it changes the key.
    public var changedFields: [FieldPath]?
    /// The records that one run must process together when shards divide the records of a source, for a stage that judges all of them in
    /// ``output``. A stream stage has ``StreamStage/partition`` instead.
    public var partition: StagePartition
    /// Sentences that `explain` shows below the options, for instance how the source will read its input.
    public var explanation: [String]
    /// Sentences for the summary at the end of a run, for instance how many requests were sent. The engine adds those of an `OutputSink`.
    public var notes: [String]
    /// Warnings for the end of a run, about what is most likely a mistake: for instance that no request of a stage succeeded.
    public var closingWarnings: [String]
    /// Whether the content of a record that fails at a stage must not leave it, because the stage removes what is private. A reject then has
    /// the reason, which must not quote the content, and null as its record. Rejects of later steps hold the record as this stage left it.
    /// Those of earlier steps hold it as it was, and the run warns of them.
    public var hidesRejects: Bool
    /// Checks that the component can do its work now, for the command `check`; nil if there is nothing to check. It changes no output; a
    /// remote source sends one request. It returns what was found, such as `https://example.org/items: 200, 50 items`, and throws the error
    /// that a run would meet. A ``PipelineFailure`` decides the exit code.
    public var check: (@Sendable (RunContext) async throws -> String?)?

    /// Creates hooks. Arguments that are left out have the values of ``none``.
    public init(
        output: (any RunOutput)? = nil, programs: [ForeignProgram] = [], sources: [SecondSource] = [], changedFields: [FieldPath]? = nil,
        partition: StagePartition = .eachRecord, explanation: [String] = [], notes: [String] = [], closingWarnings: [String] = [],
        hidesRejects: Bool = false, check: (@Sendable (RunContext) async throws -> String?)? = nil
    ) {
        self.output = output
        self.programs = programs
        self.sources = sources
        self.changedFields = changedFields
        self.partition = partition
        self.explanation = explanation
        self.notes = notes
        self.closingWarnings = closingWarnings
        self.hidesRejects = hidesRejects
        self.check = check
    }
}
