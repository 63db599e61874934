extension Registry {
    /// The stages that need nothing but the record: those of this library.
    public static var coreStages: Registry {
        var registry = Registry()
        registry.add(CaseStudyStage.self)
        registry.add(ThreadStage.self)
        registry.add(MessagesStage.self)
        registry.add(FilterStage.self)
        registry.add(MapStage.self)
        registry.add(SetStage.self)
        registry.add(SelectStage.self)
        registry.add(RenameStage.self)
        registry.add(RemoveStage.self)
        registry.add(FlattenStage.self)
        registry.add(DedupeStage.self)
        registry.add(SortStage.self)
        registry.add(LimitStage.self)
        registry.add(HTMLToMarkdownStage.self)
        registry.add(HTMLToTextStage.self)
        registry.add(SanitizeHTMLStage.self)
        registry.add(StripQuotesStage.self)
        registry.add(BlurbStage.self)
        registry.add(ExtractLinksStage.self)
        registry.add(ExtractImagesStage.self)
        return registry
    }
}
