/// Names of attributes, and of elements of SVG, that the parser has to know or that most pages use; their numbers follow the tags'.
enum HTMLKnownName {
    static let names = """
        class id style href src alt width height type value rel content property lang dir name align valign bgcolor border cellpadding \
        cellspacing colspan rowspan target role tabindex placeholder action method for checked selected disabled color size face charset \
        http-equiv media srcset sizes loading async defer crossorigin integrity itemprop itemscope itemtype aria-label aria-hidden \
        onclick background nowrap xmlns xmlns:xlink xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title \
        xlink:type xml:lang xml:space encoding definitionurl definitionURL public system prompt
        """
}
