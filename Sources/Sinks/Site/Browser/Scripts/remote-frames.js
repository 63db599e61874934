// The frames of fetched bodies.
//
// Such a frame has an opaque origin and no scripts. Its policy loads only images, and these only once the reader asks. The page cannot
// measure the frame, so the frame has an estimated height, and scrolls.

function remoteDocument(cell, showsImages) {
  const { text, full, isPlain } = cell.remote;
  return '<!DOCTYPE html><html lang="' + document.documentElement.lang + '" class="alone' + (cell.remote.hasColors ? ' white' : '') +
    '"><head><meta charset="utf-8">' + policy(showsImages) + '<base target="_blank"><title>' +
    escapedText(cell.title) + '</title><style>' + thread.dataset.style + '</style></head><body><div id="content" style="padding:12px">' +
    (isPlain ? '<div dir="auto" style="white-space:pre-wrap">' + escapedText(text) + '</div>' : showsImages ? full : text) + '</div></body></html>';
}

// Estimates the height from that of the text, because the page cannot look into the frame. The style sheet has the limits.
function estimateHeight(cell, frame, showsImages) {
  const { text, full, isPlain } = cell.remote, start = text.slice(0, 50000);
  const measure = document.createElement('div');
  measure.className = 'measure';
  measure.textContent = isPlain ? start : plainText(start).slice(0, 10000);
  cell.box.append(measure);
  let height = measure.offsetHeight;
  measure.remove();
  // Text in columns takes more height than in one column. A table whose rows have one cell each has no columns.
  if (!isPlain && /<\/t[dh]>\s*<t[dh]\b/i.test(start)) height *= 1.5;
  height += 26;
  if (showsImages)
    for (const [tag] of isPlain ? [] : full.slice(0, 50000).matchAll(/<img\b[^>]*/gi)) height += Math.min(Number(tag.match(/\bheight\s*=\s*["']?(\d+)/i)?.[1] ?? 200), 600);
  frame.style.height = Math.ceil(height) + 'px';
}

function showRemote(cell) {
  const frame = document.createElement('iframe');
  frame.title = cell.title;
  frame.className = 'remote';
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  const showsImages = mayLoad(cell);
  frame.srcdoc = remoteDocument(cell, showsImages);
  frame.addEventListener('load', () => setTimeout(() => setHeld(cell, false), HELD_TIME));
  change(() => {
    cell.box.replaceChildren(frame);
    cell.box.classList.add('live');
    estimateHeight(cell, frame, showsImages);
    let width = cell.box.clientWidth;
    cell.remote.resizes?.disconnect();
    cell.remote.resizes = new ResizeObserver(() => {
      if (Math.abs(cell.box.clientWidth - width) < 2) return;
      width = cell.box.clientWidth;
      change(() => estimateHeight(cell, frame, showsImages));
    });
    cell.remote.resizes.observe(cell.box);
    cell.imageButton?.remove();
    cell.imageButton = null;
    if (!showsImages && cell.remote.images)
      cell.imageButton = button(cell, word('showAllImages'), () => {
        allowed.add(cell.number);
        tabStorage.set('images:' + key, JSON.stringify([...allowed]));
        showRemote(cell);
        cell.box.focus({ preventScroll: true });
      });
  });
}
