/// The rules for the header and the footer of a theme.
enum ThemeStyle {
    static let text = """
        .site-header, .site-footer { max-width: 80rem; margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 3rem); }
        .site-header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; }
        .site-header .logo { flex: none; display: flex; align-items: center; min-height: 2.75rem; }
        .site-header .logo img { display: block; height: 2rem; width: auto; max-width: 100%; }
        :is(.site-header, .site-footer) :is(ul, ol) { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
        :is(.site-header, .site-footer) li + li { margin: 0; }
        :is(.site-header, .site-footer) a { display: inline-block; padding: .25rem 0; }
        .site-footer { color: var(--soft); font-size: .9rem; }
        @media print { .site-header nav, .site-footer nav { display: none; } }

        """
}
