/// The part of the script for timelines.
///
/// The script runs as soon as all cells are there, and places the view before the first paint. The bodies follow. Each is shown in a frame
/// that runs no scripts. Only messages near the viewport have a frame; the others keep its height. Every change of heights goes through
/// `change`, which restores the reader's position.
enum ThreadScript {
    /// Runs in the head: hides the messages until the view is placed.
    static let head = """
        document.documentElement.classList.add('placing');
        addEventListener('DOMContentLoaded', () => document.documentElement.classList.remove('placing'));
        """

    static let text = [
        DateScript.text, ReadingMemoryScript.text, state, bar, cells, frames, MailFitScript.all, remote, remoteStyles, remoteContent,
        remoteFrames, place, pages,
        start, printing,
    ].joined()

    /// The words that the script shows.
    static let words: [ScriptWord] = [
        .word("showQuote", .showQuote), .word("hideQuote", .hideQuote), .word("messageFrom", .messageFrom),
        .counted("showImages", .showImages), .counted("earlier", .earlier), .counted("earlierLabel", .earlierLabel),
        .word("newMessage", .newMessage), .word("showAllImages", .showAllImages), .word("waiting", .waiting), .word("failed", .failed),
        .word("tryAgain", .tryAgain), .word("tooLarge", .tooLarge), .word("stopped", .stopped), .word("readMessage", .readMessage),
        .word("image", .image), .word("enlarge", .enlarge), .word("close", .close),
        .word("wideContent", .wideContent),
    ]

    /// What the page remembers of a thread.
    static let state = #"""
        const thread = document.querySelector('[data-thread]');
        if (!thread) return document.documentElement.classList.remove('placing');
        const MAX_FRAMES = 24;
        const COUNT = Number(thread.dataset.count);
        // All pages of a thread share one state, under the address of the newest page.
        const key = page(new URL(thread.dataset.thread || location.href, location.href).pathname);

        // What is stored may come from elsewhere.
        const asList = value => Array.isArray(value) ? value : [];

        function recall() {
          try {
            const kept = JSON.parse(memory.getItem('tabpipe:thread:' + key)) ?? {};
            return { opened: unpacked(kept.opened, COUNT), read: unpacked(kept.read, COUNT) };
          } catch { return { opened: new Set(), read: new Set() }; }
        }
        const { opened, read } = recall();
        const lastRead = Math.max(0, ...[...read].slice(-1));
        for (const number of asList(history.state?.opened)) if (Number.isInteger(number) && number > 0 && number <= COUNT) opened.add(number);
        function remember() {
          // Another tab may have the same thread.
          const kept = recall();
          for (const number of kept.opened) opened.add(number);
          for (const number of kept.read) read.add(number);
          try { memory.setItem('tabpipe:thread:' + key, JSON.stringify({ opened: packed(opened), read: packed(read) })); } catch { }
        }
        const remembered = name => { try { return asList(JSON.parse(tabStorage.get(name + key))); } catch { return []; } };
        const allowed = new Set(remembered('images:'));
        let allAllowed = thread.dataset.images === 'show' || allowed.has('all');

        """#
}
