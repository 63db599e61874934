public import Pipeline

extension Registry {
    /// Adds the stages of this library, and its functions for jq programs, to the registry.
    public mutating func addStages() {
        add(CaseStudyStage.self)
        add(RichTextStage.self)
        add(ThreadStage.self)
        add(MessagesStage.self)
        add(ChatStage.self)
        add(SplitSetStage.self)
        add(NearDuplicatesStage.self)
        add(TokensStage.self)
        add(FilterStage.self)
        add(MapStage.self)
        add(SetStage.self)
        add(SelectStage.self)
        add(RenameStage.self)
        add(RemoveStage.self)
        add(FlattenStage.self)
        add(ExplodeStage.self)
        add(FillStage.self)
        add(DedupeStage.self)
        add(SortStage.self)
        add(GroupStage.self)
        add(JoinStage.self)
        add(PickLatestStage.self)
        add(LimitStage.self)
        add(ExpectStage.self)
        add(ThreadsStage.self)
        add(HTMLToMarkdownStage.self)
        add(HTMLToTextStage.self)
        add(SanitizeHTMLStage.self)
        add(ArticleStage.self)
        add(StripQuotesStage.self)
        add(BlurbStage.self)
        add(RedactStage.self)
        add(ExtractLinksStage.self)
        add(ExtractImagesStage.self)
        add(SelectHTMLStage.self)
        for function in ContentFunctions.all { add(function) }
    }
}
