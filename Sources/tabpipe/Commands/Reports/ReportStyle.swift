// Tests/page-files makes this file from those in Sources/tabpipe/Commands/Reports: change these.
// swift-format-ignore-file

/// The style sheets of report pages.
enum ReportStyle {
    static let report = #"""
        :root {
          color-scheme: light dark;
          --paper: #f4f5f8; --card: #fff; --ink: #1b1e26; --muted: #565c6c; --line: #dcdfe7; --accent: #2f6bd8; --band: #5b8def;
          --good: #17693a; --good-paper: #e0f3e6; --fair: #7a4d00; --fair-paper: #fdf0d2; --bad: #a81d2a; --bad-paper: #fde5e5;
          --filtered: #9aa3b5; --rejected: #dc4f4a; --skipped: #d79a22; --unfinished: #9b6bd3; --made: #35a266; --step: #1b1e26;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #12141a; --card: #1b1e26; --ink: #e9ebf1; --muted: #a6adbd; --line: #333845; --accent: #86aefb; --band: #4f7fe0;
            --good: #8fdfab; --good-paper: #15301f; --fair: #f2c874; --fair-paper: #352a12; --bad: #ff9f9c; --bad-paper: #3d1b1f;
            --filtered: #6d7588; --rejected: #e0605b; --skipped: #d9a13a; --unfinished: #a67ddd; --made: #45b477; --step: #e9ebf1;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
        main { max-width: 74rem; margin: 0 auto; padding: 1.5rem 1rem; }
        article + article { margin-top: 3rem; border-top: 2px solid var(--line); padding-top: 2rem; }
        h1, h2, h3, h4 { line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere; }
        h1, article > header > h2 { font-size: 1.75rem; }
        section > h2, section > h3 { font-size: 1.1rem; }
        .reason > h3, .reason > h4 { font-size: 1rem; margin-bottom: .25rem; }
        p { margin: 0 0 .5rem; overflow-wrap: anywhere; }
        a { color: var(--accent); }
        header { margin-bottom: 1.25rem; }
        .state { display: inline-block; font-weight: 650; padding: .15rem .75rem; border-radius: 1rem; }
        .state.good { color: var(--good); background: var(--good-paper); }
        .state.fair { color: var(--fair); background: var(--fair-paper); }
        .state.bad, .failure { color: var(--bad); background: var(--bad-paper); }
        .failure { margin-top: .75rem; padding: .75rem 1rem; border-radius: .5rem; border-left: .25rem solid; }
        .facts { color: var(--muted); font-size: .9rem; }
        .facts > span:not(:last-child)::after { content: " ·"; }
        .counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 0 0 1rem; }
        .counts > div { background: var(--card); border: 1px solid var(--line); border-top: .25rem solid var(--band); border-radius: .5rem;
          padding: .6rem .9rem; }
        .counts > .filtered { border-top-color: var(--filtered); }
        .counts > .rejected { border-top-color: var(--rejected); }
        .counts > .skipped { border-top-color: var(--skipped); }
        .counts > .unfinished { border-top-color: var(--unfinished); }
        .counts > .made, .counts > .written { border-top-color: var(--made); }
        .counts dt { color: var(--muted); font-size: .85rem; }
        .counts dd { margin: 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-bottom: 1rem; }
        .columns { display: grid; gap: 0 1rem; }
        .columns > * { min-width: 0; }
        svg { display: block; width: 100%; height: auto; }
        .flow { max-width: 27rem; margin: 0 auto; }
        svg text { fill: var(--ink); font-size: 13px; font-variant-numeric: tabular-nums; }
        svg .name { font-weight: 650; font-size: 14px; }
        svg .total { font-weight: 650; font-size: 14px; }
        svg .path { fill: var(--muted); font-size: 12px; }
        .band { fill: var(--band); }
        .step { fill: var(--step); }
        .flow .filtered { fill: var(--filtered); }
        .flow .rejected { fill: var(--rejected); }
        .flow .skipped { fill: var(--skipped); }
        .flow .unfinished { fill: var(--unfinished); }
        .flow .made { fill: var(--made); }
        .chart .grid { stroke: var(--line); }
        .chart polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .chart .read { stroke: var(--band); }
        .chart .written { stroke: var(--made); stroke-dasharray: 5 3; }
        .legend { font-size: .9rem; }
        .legend span::before { content: ""; display: inline-block; width: 1.5rem; vertical-align: middle; margin-right: .4rem;
          border-top: 3px solid var(--band); }
        .legend .written { margin-left: 1rem; }
        .legend .written::before { border-top: 3px dashed var(--made); }
        ul.bars { list-style: none; margin: 0; padding: 0; }
        .bars li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem .75rem; padding: .35rem 0; }
        .bars .label { color: var(--muted); font-size: .9rem; overflow-wrap: anywhere; }
        .bars b { color: var(--ink); }
        .bars .bar { grid-column: 1 / -1; grid-row: 2; height: .5rem; border-radius: .25rem; background: var(--line); overflow: hidden; }
        .bars .bar > span { display: block; height: 100%; background: var(--band); }
        .bars .amount { font-size: .9rem; font-variant-numeric: tabular-nums; }
        .bars .amount > span { color: var(--muted); display: inline-block; min-width: 4.25rem; text-align: right; }
        .table { overflow-x: auto; background: linear-gradient(90deg, var(--card) 35%, transparent) 0 / 2.5rem 100% no-repeat local,
            linear-gradient(270deg, var(--card) 35%, transparent) 100% / 2.5rem 100% no-repeat local,
            linear-gradient(90deg, var(--line), transparent) 0 / .8rem 100% no-repeat,
            linear-gradient(270deg, var(--line), transparent) 100% / .8rem 100% no-repeat; }
        .table:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
        th { color: var(--muted); font-weight: 600; }
        th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
        tbody tr:last-child td { border-bottom: 0; }
        .texts-2 :is(th, td):nth-child(-n+2), .texts-3 :is(th, td):nth-child(-n+3) { text-align: left; }
        .none { color: var(--muted); }
        .reason + .reason { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
        figure { margin: .5rem 0 0; }
        figcaption { color: var(--muted); font-size: .85rem; overflow-wrap: anywhere; }
        pre { margin: .25rem 0 0; padding: .6rem .8rem; background: var(--paper); border-radius: .4rem; font-size: .8rem; line-height: 1.45;
          white-space: pre-wrap; overflow-wrap: anywhere; }
        .notes { margin: 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
        footer { color: var(--muted); text-align: center; font-size: .85rem; padding: 0 1rem 2rem; }
        @media (min-width: 60rem) {
          .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); align-items: start; }
          .columns > section { margin-bottom: 1rem; }
        }
        @media print {
          :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --muted: #444; --line: #bbb; --step: #000; --band: #5b8def; }
          body { font-size: 10pt; }
          main { max-width: none; padding: 0; }
          section, .reason, figure { break-inside: avoid; }
          .bar, .bar > span, .state, .failure, rect, path { print-color-adjust: exact; }
          .columns { display: block; }
          .table { overflow: visible; background: none; }
        }
        """#
}
