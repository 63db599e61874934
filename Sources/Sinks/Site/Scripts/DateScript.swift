/// Shows the dates of messages in the site's language and the reader's time zone. The HTML has them in digits.
enum DateScript {
    static let text = #"""
        const dateFormat = options => {
          try { return new Intl.DateTimeFormat(document.documentElement.lang, options); } catch { return new Intl.DateTimeFormat('en', options); }
        };
        // A format takes as long to create as a hundred dates to write, and most pages need only one.
        const formats = {};
        function nameDate(time) {
          const hasTime = time.dateTime.length > 10;
          // A date without a time is a day everywhere, and not midnight in London.
          const date = new Date(hasTime ? time.dateTime : time.dateTime + 'T00:00');
          if (isNaN(date)) return;
          const format = formats[hasTime] ??= dateFormat({ dateStyle: 'medium', timeStyle: hasTime ? 'short' : undefined });
          time.textContent = format.format(date);
        }

        """#
}
