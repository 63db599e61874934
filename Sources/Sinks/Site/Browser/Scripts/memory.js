// The state of threads in the browser's storage: the messages that the reader has opened and read. The page of a thread writes the state,
// the list of threads reads it.

// The storage outlives the tab where the browser allows it.
const MEMORY_LIMIT = 20000; // characters a thread
const memory = (() => {
  for (const name of ['localStorage', 'sessionStorage'])
    try {
      const store = window[name];
      store.setItem('tabpipe:', '1');
      store.removeItem('tabpipe:');
      return store;
    } catch { }
  return null;
})();
// Numbers of messages as ranges, such as "1-57,60".
function packed(numbers) {
  const ranges = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges[ranges.length - 1];
    if (last && last[1] === number - 1) last[1] = number; else ranges.push([number, number]);
  }
  const text = ranges.map(([first, last]) => first === last ? first : first + '-' + last).join();
  return text.length <= MEMORY_LIMIT / 2 ? text : text.slice(text.indexOf(',', text.length - MEMORY_LIMIT / 2) + 1);
}
function unpacked(text, count) {
  const numbers = new Set();
  let next = 1; // the ranges are in order
  for (const range of String(text ?? '').slice(0, MEMORY_LIMIT).split(',')) {
    const [first, last = first] = range.split('-').map(Number);
    for (let number = Math.max(Math.ceil(first), next); number <= Math.min(last, count); number++) {
      numbers.add(number);
      next = number + 1;
    }
  }
  return numbers;
}
