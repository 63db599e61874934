/// The rules of the list of all messages of a thread.
enum MessageListStyle {
    static let text = """
        .messages > header, .messages main { max-width: 58rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2rem); }
        .messages main { padding-bottom: 4rem; }
        .messages h1 { font-size: clamp(1.4rem, 1.2rem + 1.4vw, 2rem); margin-bottom: 1rem; }
        .search:not([hidden]) { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; position: sticky; top: 0; z-index: 1;
          padding: .5rem 0; background: var(--paper); }
        .search input { flex: 1 1 14rem; min-width: 0; min-height: 2.75rem; padding: .25rem .75rem; font: inherit; color: inherit;
          background: var(--sheet); border: 1px solid var(--soft); border-radius: 8px; }
        .search [role="status"] { color: var(--soft); }
        .lines { list-style: none; margin: 0; padding: 0; content-visibility: auto; contain-intrinsic-size: auto 300rem; }
        .lines li { border-top: 1px solid var(--line); }
        .lines a { display: block; padding: .4rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
        .lines a:hover .line { text-decoration: underline; }
        .lines .number { display: inline-block; min-width: 3rem; color: var(--soft); }
        .lines time { color: var(--soft); font-size: .875rem; }
        .lines .line { display: block; color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        @media print { .search { display: none !important; } .lines { content-visibility: visible; } }

        """
}
