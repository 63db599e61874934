// Shows the dates of messages in the site's language and the reader's time zone. The HTML has them in digits.

const dateFormat = options => {
  try { return new Intl.DateTimeFormat(document.documentElement.lang, options); } catch { return new Intl.DateTimeFormat('en', options); }
};
// A format takes as long to create as a hundred dates to write, and most pages need only one.
const formats = {};
function nameDate(time, isDay) {
  const hasTime = time.dateTime.length > 10;
  // A date without a time is the same day in every time zone: it is read as local midnight, not as UTC.
  const date = new Date(hasTime ? time.dateTime : time.dateTime + 'T00:00');
  if (isNaN(date)) return;
  // A list leaves out the time, and the current year.
  const style = isDay && date.getFullYear() === new Date().getFullYear() ? { day: 'numeric', month: 'short' }
    : { dateStyle: 'medium', timeStyle: hasTime && !isDay ? 'short' : undefined };
  const format = formats[JSON.stringify(style)] ??= dateFormat(style);
  time.textContent = format.format(date);
}
// Formats the dates of a long list in slices, so that the page stays responsive.
const SLICE = 8; // milliseconds of work without a pause
function nameDates(times, isDay) {
  const rest = [...times].reverse();
  setTimeout(function next() {
    const end = performance.now() + SLICE;
    while (rest.length && performance.now() < end) nameDate(rest.pop(), isDay);
    if (rest.length) setTimeout(next);
  });
}
