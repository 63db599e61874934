// Fetches bodies that the page does not have, when the reader has opened their messages.
//
// An answer is untrusted, and ends up in a frame of remote-frames.js.

const FETCH_LIMIT = 5e6; // bytes
const FETCH_TIME = 20000; // milliseconds

// Returns the body as text; null for more than FETCH_LIMIT.
async function fetchedText(address) {
  const answer = await fetch(address, {
    credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error', signal: AbortSignal.timeout(FETCH_TIME),
  });
  if (!answer.ok) throw new Error(answer.status);
  const reader = answer.body.getReader(), chunks = [];
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    count += value.length;
    if (count > FETCH_LIMIT) {
      reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  if (/[/+]json\b/i.test(type)) {
    const value = JSON.parse(new TextDecoder().decode(bytes)), body = typeof value === 'string' ? value : value?.body;
    if (typeof body !== 'string') throw new Error('no body');
    return { text: body, isPlain: !/<[a-z!/]/i.test(body) };
  }
  const isPlain = /^text\/plain\b/i.test(type);
  return { text: decoded(bytes, type, isPlain), isPlain };
}

// The encoding is that of the byte order mark, of the header, or of the document, in this order.
// https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
function decoded(bytes, type, isPlain) {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const mark = start.startsWith('\xfe\xff') ? 'utf-16be' : start.startsWith('\xff\xfe') ? 'utf-16le' : start.startsWith('\xef\xbb\xbf') ? 'utf-8' : '';
  const given = type.match(/;\s*charset\s*=\s*["']?([^"';\s]+)/i)?.[1];
  const named = isPlain ? '' : start.match(/<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^"'\s/>;]+)/i)?.[1];
  // A document that declares UTF-16 in ASCII is not UTF-16.
  for (const label of [mark, given, /^utf-16/i.test(named) ? '' : named])
    if (label) try { return new TextDecoder(label).decode(bytes); } catch { }
  return new TextDecoder().decode(bytes);
}

// A message is marked before it is shown, and unmarked HELD_TIME after its frame has loaded. A mark from an earlier visit means that the
// message froze the page. The reader must ask for it again.
const HELD_TIME = 1000; // milliseconds after the frame has loaded, in which the browser lays it out
const HELD = 'tabpipe:held:' + key;
const recallHeld = () => { try { return unpacked(memory.getItem(HELD), COUNT); } catch { return new Set(); } };
const stopped = recallHeld(), showing = new Set();
function setHeld(cell, isHeld) {
  const numbers = recallHeld();
  for (const set of [numbers, showing]) if (isHeld) set.add(cell.number); else set.delete(cell.number);
  try { if (numbers.size) memory.setItem(HELD, packed(numbers)); else memory.removeItem(HELD); } catch { }
}
addEventListener('pagehide', () => { for (const number of [...showing]) setHeld({ number }, false); });

function remoteStatus(cell, name) {
  const status = document.createElement('p');
  status.className = 'status';
  status.setAttribute('role', 'status');
  change(() => cell.box.append(status));
  status.textContent = word(name);
  return status;
}

// Shows why a body is missing, with a link to its own address, and often a button to try again.
function showFailure(cell, name, mayTryAgain) {
  cell.remote = {};
  const status = remoteStatus(cell, name), link = document.createElement('a');
  link.href = cell.data.url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.textContent = word('readMessage', cell.number);
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = word('tryAgain');
  again.addEventListener('click', () => {
    cell.box.focus({ preventScroll: true });
    status.remove();
    fetchBody(cell);
  });
  change(() => status.append(' ', ...mayTryAgain ? [again, ' ', link] : [link]));
}

async function fetchBody(cell) {
  if (stopped.delete(cell.number)) return showFailure(cell, 'stopped', true);
  cell.remote = {};
  const status = remoteStatus(cell, 'waiting');
  cell.box.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetchedText(cell.data.url);
    setHeld(cell, true);
    cell.remote = answer && (answer.isPlain ? answer.text.length <= MAX_TEXT ? answer : null : cleaned(answer.text));
    if (cell.remote) return showRemote(cell);
    setHeld(cell, false);
    status.remove();
    showFailure(cell, 'tooLarge', false);
  } catch {
    setHeld(cell, false);
    status.remove();
    showFailure(cell, 'failed', true);
  } finally {
    cell.box.removeAttribute('aria-busy');
  }
}
