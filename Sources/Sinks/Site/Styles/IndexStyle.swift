/// The rules of an index.
enum IndexStyle {
    static let text = """
        .list main { max-width: 80rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 3rem) 4rem; }
        .list h1 { font-size: clamp(1.9rem, 1.4rem + 2.4vw, 3.25rem); letter-spacing: -.02em; margin-bottom: clamp(1.25rem, 3vw, 2.5rem); overflow-wrap: anywhere; }
        .cards { list-style: none; display: grid; gap: clamp(2rem, 3vw, 3rem) clamp(1.25rem, 2.5vw, 2.25rem);
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
        .cards li { position: relative; scroll-margin-top: 1rem; }
        .cards .picture { margin-bottom: 1rem; }
        .cards.wide .picture { aspect-ratio: \(CardShape.wide.styleRatio); }
        .cards.photo .picture { aspect-ratio: \(CardShape.photo.styleRatio); }
        .cards.square .picture { aspect-ratio: \(CardShape.square.styleRatio); }
        @media (max-width: 41rem) { .cards .picture.failed:is(.closed, :not(:has(img))) { aspect-ratio: auto; } }
        .cards .picture img { transition: transform .3s; }
        .cards .picture.filled img { object-fit: cover; }
        .cards h2, .rows h2 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
        .cards h2 { font-size: 1.25rem; padding-bottom: .1em; }
        .cards h2 a { color: inherit; text-decoration: none; }
        .cards h2 a::after, .rows h2 a::after { content: ""; position: absolute; inset: 0; border-radius: 10px; }
        .cards h2 a:focus-visible, .rows h2 a:focus-visible { outline: none; }
        .cards h2 a:focus-visible::after, .rows h2 a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: 3px; }
        .cards li:hover h2 a { text-decoration: underline; }
        .cards li > p { color: var(--soft); margin-top: .4rem; }
        @media (prefers-reduced-motion: no-preference) { .cards li:hover .picture img { transform: scale(1.02); } }
        .list main:has(> .rows:only-of-type) { max-width: 58rem; }
        .rows { list-style: none; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; }
        .rows li { position: relative; padding: 1rem 1.25rem; scroll-margin-top: 1rem; }
        .rows li + li { border-top: 1px solid var(--line); }
        .rows li:hover { background: color-mix(in srgb, var(--fill) 55%, transparent); }
        .rows .people { display: flex; align-items: center; gap: .5rem; font-size: .9rem; color: var(--soft); }
        .rows .names { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .rows .names bdi { color: var(--ink); }
        .rows .ours bdi { color: inherit; }
        .rows time { flex: none; }
        .rows .unread[hidden] { display: none; }
        .rows .unread { flex: none; width: .65rem; height: .65rem; border-radius: 50%; background: var(--accent); }
        .rows .count { flex: none; min-width: 1.6rem; padding: 0 .45rem; border-radius: 1rem; background: var(--fill); color: var(--ink);
          text-align: center; font-size: .8rem; }
        .rows h2 { font-size: 1.05rem; font-weight: 500; line-height: 1.35; margin-top: .15rem; }
        .rows h2.new { font-weight: 700; }
        .rows h2 a { color: inherit; text-decoration: none; }
        .rows .blurb { color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .list main > h2 { margin: 3rem 0 1rem; }
        .list p { text-align: left; }
        [dir="rtl"] .list p { text-align: right; }
        .cards[hidden], .rows[hidden] { display: none; }
        .long li { content-visibility: auto; contain-intrinsic-size: auto 6rem; }
        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; margin-bottom: clamp(.75rem, 2vw, 1.5rem); }
        .tools > * { max-width: 100%; }
        .search input { font: inherit; color: inherit; width: 20rem; max-width: 100%; min-height: 2.75rem; padding: .25rem 1rem;
          border: 1px solid var(--soft); border-radius: 2rem; background: var(--sheet); }
        .filter { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; }
        .filter :is(button, a), .tools .wide, .pages :is(a, .gap) { display: inline-flex; align-items: center; gap: .45rem; max-width: 100%;
          min-height: 2.25rem; padding: .25rem .85rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--sheet);
          color: var(--ink); font-size: .875rem; text-decoration: none; text-align: start; overflow-wrap: anywhere; }
        .filter :is(button, a):hover, .tools .wide:hover, .pages a:hover { border-color: var(--accent); }
        .filter .count { color: var(--soft); }
        .tools .wide { border-color: var(--soft); color: var(--accent); }
        .filter [aria-pressed="true"], .filter [aria-current], .pages [aria-current] { background: var(--ink); border-color: var(--ink);
          color: var(--paper); }
        .filter :is([aria-pressed="true"], [aria-current]) .count { color: inherit; }
        .results { width: 100%; min-height: 1.55em; color: var(--soft); }
        .pages { display: flex; flex-wrap: wrap; justify-content: center; gap: .5rem; margin-top: 3rem; }
        .pages .gap { border-color: transparent; background: none; }
        @media (scripting: none) { div.tools { display: none; } }
        .empty { color: var(--soft); }

        """
}
