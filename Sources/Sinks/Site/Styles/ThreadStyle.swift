/// The rules of a timeline.
enum ThreadStyle {
    static let text = """
        .mail { --bar-min-height: 3.5rem; --bar: var(--bar-min-height); scroll-padding-bottom: 4rem; overflow-anchor: none; padding-bottom: var(--bar); }
        html:has(.mail) { overflow-anchor: none; overflow-x: clip; scroll-padding-block: 1.75rem 6.25rem; }
        html:has(.newest) { overflow-y: scroll; }
        .mail main { max-width: 52rem; margin: 0 auto; }
        .mail h1 { font-size: clamp(1.4rem, 1.2rem + 1.4vw, 2rem); padding: 1.5rem 1rem 1.25rem; }
        .mail.printing main { width: 170mm; max-width: none; }
        .note { padding: 0 1rem 1rem; color: var(--soft); }
        .placing main { visibility: hidden; }
        .mail .skip { position: fixed; }
        .pages { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .25rem 1rem; color: var(--soft); }
        .pages a { font-weight: 600; }
        .pill { position: fixed; inset-block-start: 0; inset-inline-end: max(1rem, 50vw - 25rem); max-width: calc(100vw - 2rem); overflow: hidden;
          white-space: nowrap; text-overflow: ellipsis; padding: 0 .9rem; background: var(--sheet); border: 1px solid var(--line); border-block-start: 0; border-radius: 0 0 .9rem .9rem;
          font-size: min(.8125rem, 6vw); line-height: 1.5rem; text-decoration: none; text-align: center; }
        .pill[hidden] { display: none; }
        .pill::before { content: "↑ "; content: "↑ " / ""; }
        .pill:hover { text-decoration: underline; }
        .message { padding: 1.75rem 1rem 1rem; background: var(--sheet); border-top: 1px solid var(--line); overflow: hidden; }
        .newest { min-height: calc(100vh - var(--bar)); }
        .message:focus-visible { outline-offset: -3px; }
        .message .new { float: inline-end; padding: 0 .5rem; border-radius: 1rem; background: var(--accent); color: var(--sheet);
          font-size: .75rem; line-height: 1.5rem; font-weight: 600; }
        .message h2[data-initials] { position: relative; min-height: 2.25rem; padding: .35rem 0 0 3rem; text-align: left; }
        html[dir="rtl"] .message h2[data-initials] { padding: .35rem 3rem 0 0; text-align: right; }
        .message h2[data-initials]::before { content: attr(data-initials); content: attr(data-initials) / ""; position: absolute;
          inset: 0 auto auto 0; width: 2.25rem; direction: ltr; border-radius: 50%; background: #3a5f8a; color: #fff; text-align: center;
          font-size: .8125rem; line-height: 2.25rem; overflow: hidden; white-space: nowrap; }
        html[dir="rtl"] .message h2[data-initials]::before { inset: 0 0 auto auto; }
        .message h2[data-tone="1"]::before { background: #7a4a2b; }
        .message h2[data-tone="2"]::before { background: #2f6b4f; }
        .message h2[data-tone="3"]::before { background: #84406c; }
        .message h2[data-tone="4"]::before { background: #5a4b8c; }
        .message h2[data-tone="5"]::before { background: #5c6322; }
        .message .when { color: var(--soft); font-size: .875rem; margin-bottom: .5rem; }
        .message h2[data-initials] + .when { margin-block-start: -.75rem; padding-inline-start: 3rem; }
        .files { list-style: none; margin-top: .75rem; font-size: .9rem; overflow-wrap: anywhere; }
        .files li { padding: .25rem 0; }
        .files a { display: inline-block; min-height: 1.5rem; }
        .alone { padding: .5rem 1rem; background: var(--sheet); }
        .message h2 { font-size: 1rem; margin-bottom: .5rem; overflow-wrap: anywhere; }
        .message h2.unknown { color: var(--soft); font-style: italic; font-weight: 500; }
        .message .blurb { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; text-align: start;
          background: var(--fill); border: 0; border-radius: 8px; color: var(--ink); }
        .message .blurb { display: flex; gap: .75rem; }
        .message .blurb::after { content: ""; flex: none; width: .5rem; height: .5rem; margin: .45rem .15rem 0; border: solid var(--soft);
          border-width: 0 2px 2px 0; transform: rotate(45deg); }
        .message .blurb .line { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .message .blurb:hover { box-shadow: inset 0 0 0 1px var(--accent); }
        .body { position: relative; overflow: hidden; }
        .body:focus { outline: none; }
        .body .preview { color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .body.live .preview { display: none; }
        .body iframe { display: block; width: 100%; border: 0; margin: 0; border-radius: 6px; }
        .enlarge, .enlarged button { min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 2rem;
          background: var(--sheet); font-size: .875rem; color: var(--accent); }
        .enlarge { position: absolute; inset-inline-start: .25rem; }
        .enlarge::before { content: "\\2922" / ""; margin-inline-end: .5em; }
        .enlarged { width: 100vw; height: 100vh; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: .5rem; border: 0;
          background: var(--paper); color: var(--ink); }
        .enlarged[open] { display: flex; flex-direction: column; gap: .5rem; }
        .enlarged button { align-self: flex-end; }
        .enlarged iframe { flex: 1; width: 100%; border: 0; background: #fff; }
        .body iframe.coming { position: absolute; inset: 0 0 auto; visibility: hidden; }
        .body .remote { min-height: 6rem; max-height: min(70vh, 40rem); background: var(--sheet); border: 1px solid var(--line); }
        .body .measure { position: absolute; inset-inline: 13px; visibility: hidden; white-space: pre-wrap; overflow-wrap: anywhere; }
        .body .status { color: var(--soft); }
        .newest .body:not(.live) ~ .controls { visibility: hidden; }
        .body .printout { display: none; white-space: pre-wrap; overflow-wrap: anywhere; }
        .controls { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
        .status button, .controls button, .bar button { min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 2rem;
          background: var(--sheet); font-size: .875rem; color: var(--accent); }
        .status button:hover, .controls button:hover, .bar button:hover { border-color: var(--accent); }
        .bar { position: fixed; inset: auto 0 0; min-height: var(--bar-min-height); display: flex; flex-wrap: wrap; place-content: center normal;
          align-items: center; gap: 0 1rem; padding: 0 1rem; background: var(--sheet); border-top: 1px solid var(--line); z-index: 1; }
        .high-bar .bar { position: static; border: 0; }
        .bar :is(.back, .all, button) { flex: none; max-width: 100%; overflow-wrap: anywhere; }
        .bar .all { padding: .75rem 0; font-size: .875rem; }
        .bar .subject { flex: 1 1 8rem; min-width: 0; color: var(--soft); text-align: center; line-height: 1.3; }
        .bar .subject span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .bar .order { font-size: .8125rem; }
        .bar .subject + :last-child, .bar .all + button { margin-inline-start: auto; }
        @media (max-width: 30rem) {
          .mail { --bar-min-height: 5.75rem; }
          .bar { padding-block: .5rem 0; }
          .bar :is(.name, .order) { font-size: .8125rem; }
          .bar .subject { display: contents; }
          .bar .subject .name { order: -1; flex: 1 0 100%; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
            max-width: 100%; white-space: normal; overflow-wrap: anywhere; line-height: 1.3; text-align: start; color: var(--soft); }
          .bar .order { flex: 0 1 auto; margin-inline-start: auto; max-width: 100%; overflow: hidden; white-space: nowrap;
            text-overflow: ellipsis; color: var(--soft); }
          .bar .all { padding: .25rem 0; }
        }
        @media (min-width: 56rem) {
          .mail h1 { padding-inline: 1.5rem; }
          .message { border: 1px solid var(--line); border-radius: 12px; padding: 1.75rem 1.5rem 1.25rem; }
          .message { margin-bottom: .75rem; }
          .newest .message { margin-bottom: 0; }
        }
        @media print { .pill, .pages, .message .new, .status button { display: none; } .message { padding-top: 1rem; } }

        """
}

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
