// Tests/page-files makes this file from those in Sources/Sinks/Site/Browser/Scripts: change these.
// swift-format-ignore-file

/// The scripts of pages.
enum ScriptFile {
    static let article = #"""
        const viewer = document.createElement('dialog');
        viewer.className = 'viewer';
        let shownLink = null;
        document.addEventListener('click', event => {
        const link = event.target.closest?.('a.whole');
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !viewer.showModal) return;
        event.preventDefault();
        const own = link.querySelector('img');
        const image = document.createElement('img');
        image.alt = own.alt;
        image.src = link.href;
        const button = document.createElement('button');
        button.className = 'close';
        button.textContent = word('close');
        viewer.replaceChildren(image, button);
        viewer.setAttribute('aria-label', own.alt || word('picture'));
        viewer.classList.remove('actual');
        document.body.append(viewer);
        shownLink = link;
        history.pushState({ ...history.state, picture: true }, '');
        viewer.showModal();
        button.focus();
        });
        viewer.addEventListener('click', event => {
        if (event.target.localName === 'img') viewer.classList.toggle('actual'); else viewer.close();
        });
        viewer.addEventListener('close', () => {
        viewer.remove();
        shownLink?.focus({ preventScroll: true });
        if (history.state?.picture) history.back();
        });
        addEventListener('popstate', () => { if (viewer.open && !history.state?.picture) viewer.close(); });
        if (history.state?.picture) history.back();
        const widths = new ResizeObserver(changes => {
        for (const { target } of changes) {
        if (target.scrollWidth > target.clientWidth) target.tabIndex = 0; else target.removeAttribute('tabindex');
        }
        });
        for (const table of document.querySelectorAll('.reading table')) widths.observe(table);
        """#

    static func common(maxCut: String) -> String {
        #"""
        const tabStorage = {
        get(key) { try { return sessionStorage.getItem('tabpipe:' + key); } catch { return null; } },
        set(key, value) { try { sessionStorage.setItem('tabpipe:' + key, value); } catch { } },
        };
        const words = JSON.parse(document.querySelector('title').dataset.words ?? '{}');
        const word = (name, value = '') => words[name].replace('%', () => value);
        const counted = (name, number) => words[name][number === 1 ? 0 : 1].replace('%', () => number);
        const page = address => address.replace(/index\.html$/, '');
        let reached = 0;
        function noteReached() { reached = Math.max(reached, scrollY + innerHeight); }
        addEventListener('scroll', noteReached, { passive: true });
        function showLoadState(image, hasCome) {
        const box = image.closest('.picture');
        if (!box) return;
        noteReached();
        const place = box.getBoundingClientRect();
        const ratio = image.naturalWidth / image.naturalHeight;
        const isBelow = place.top + scrollY >= reached;
        box.classList.toggle('failed', !hasCome);
        box.classList.toggle('shown', hasCome);
        box.classList.toggle('closed', !hasCome && isBelow && !box.matches('.sized'));
        if (!hasCome || !ratio) return;
        if (box.closest('.cards')) {
        const cut = 1 - Math.min(ratio, place.width / place.height) / Math.max(ratio, place.width / place.height);
        box.classList.toggle('filled', cut <= \#(maxCut));
        } else if (!box.matches('.sized') && (isBelow || place.bottom + scrollY >= reached && place.width / ratio >= place.height)) {
        box.style.aspectRatio = ratio;
        }
        }
        for (const type of ['load', 'error'])
        document.addEventListener(type, event => { if (event.target.localName === 'img') showLoadState(event.target, type === 'load'); }, true);
        for (const image of document.querySelectorAll('.picture img')) if (image.complete) showLoadState(image, image.naturalWidth > 0);
        for (const link of document.querySelectorAll('a[data-entry]'))
        link.addEventListener('click', event => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) tabStorage.set('from', page(location.pathname));
        });
        const back = document.querySelector('a[data-back]');
        if (back) {
        const folder = path => path?.replace(/[^/]*$/, '');
        if (folder(tabStorage.get('from')) === folder(page(back.pathname)) && !history.state) history.replaceState({ list: true }, '');
        tabStorage.set('from', '');
        back.addEventListener('click', event => {
        if (!history.state?.list || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.back();
        });
        }
        """#
    }

    static let dates = #"""
        const dateFormat = options => {
        try { return new Intl.DateTimeFormat(document.documentElement.lang, options); } catch { return new Intl.DateTimeFormat('en', options); }
        };
        const formats = {};
        function nameDate(time, isDay) {
        const hasTime = time.dateTime.length > 10;
        const date = new Date(hasTime ? time.dateTime : time.dateTime + 'T00:00');
        if (isNaN(date)) return;
        const style = isDay && date.getFullYear() === new Date().getFullYear() ? { day: 'numeric', month: 'short' }
        : { dateStyle: 'medium', timeStyle: hasTime && !isDay ? 'short' : undefined };
        const format = formats[JSON.stringify(style)] ??= dateFormat(style);
        time.textContent = format.format(date);
        }
        const SLICE = 8; // milliseconds of work without a pause
        function nameDates(times, isDay) {
        const rest = [...times].reverse();
        setTimeout(function next() {
        const end = performance.now() + SLICE;
        while (rest.length && performance.now() < end) nameDate(rest.pop(), isDay);
        if (rest.length) setTimeout(next);
        });
        }
        """#

    static let index = #"""
        nameDates(document.querySelectorAll('.rows time'), true);
        function hasRead(mark) {
        const link = mark.closest('li').querySelector('a[data-entry]'), newest = Number(mark.dataset.newest);
        try {
        const kept = JSON.parse(memory.getItem('tabpipe:thread:' + page(link.pathname)));
        return unpacked(kept.read, newest).has(newest);
        } catch { return false; }
        }
        function markRead() {
        for (const mark of document.querySelectorAll('.unread:not([hidden])'))
        if (hasRead(mark)) {
        mark.hidden = true;
        mark.closest('li').querySelector('h2').classList.remove('new');
        }
        }
        if (document.querySelector('.unread')) {
        markRead();
        for (const type of ['pageshow', 'storage']) addEventListener(type, markRead);
        }
        const tools = document.querySelector('[data-tools]');
        if (!tools) return;
        const field = tools.querySelector('input');
        const filters = [...tools.querySelectorAll('[data-filter]')];
        const found = tools.querySelector('.results');
        const items = [...document.querySelectorAll('.cards > li, .rows > li')].map(element => ({ element, text: null }));
        const searched = item => item.text ??=
        folded([...item.element.querySelectorAll('h2, .about, .names, p:not(.people)')].map(part => part.textContent).join('\n'));
        let vertical = '', wanted = '';
        function show() {
        const parts = wordsOf(wanted);
        let count = 0;
        for (const item of items) {
        const isShown = (!vertical || item.element.dataset.vertical === vertical) && parts.every(part => searched(item).includes(part));
        if (isShown) count++;
        if (item.element.hidden === isShown) item.element.hidden = !isShown;
        }
        for (const list of document.querySelectorAll('.cards, .rows')) {
        const isEmpty = !list.querySelector(':scope > :not([hidden])');
        list.hidden = isEmpty;
        if (list.previousElementSibling?.localName === 'h2') list.previousElementSibling.hidden = isEmpty;
        }
        for (const filter of filters) filter.setAttribute('aria-pressed', filter.dataset.filter === vertical);
        found.textContent = !vertical && !parts.length ? '' : count ? counted('results', count) : word('noResults');
        }
        function read() {
        if (['#content', '#search'].includes(location.hash)) return;
        const state = new URLSearchParams(/^#(vertical|q)=/.test(location.hash) ? location.hash.slice(1) : '');
        const given = state.get('vertical') ?? '';
        vertical = filters.some(filter => filter.dataset.filter === given) ? given : '';
        wanted = field ? state.get('q') ?? '' : '';
        if (field && field.value !== wanted) field.value = wanted;
        show();
        }
        function write(method) {
        const state = new URLSearchParams();
        if (vertical) state.set('vertical', vertical);
        if (wanted) state.set('q', wanted);
        const text = String(state);
        history[method](history.state, '', location.href.split('#')[0] + (text && '#' + text));
        }
        for (const filter of filters)
        filter.addEventListener('click', () => {
        vertical = filter.dataset.filter ?? '';
        write('pushState');
        show();
        });
        let timer = 0;
        field?.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
        wanted = field.value;
        write('replaceState');
        show();
        }, 100);
        });
        addEventListener('popstate', read);
        read();
        """#

    static func mailColor(minContrast: String, ownInks: String, minTextContrast: String, ink: String) -> String {
        #"""
        const LEAST_CONTRAST = \#(minContrast);
        const OWN_INKS = new Set([\#(ownInks)]), LEAST_OWN_CONTRAST = \#(minTextContrast);
        const INKS = ['\#(ink)', '#ffffff'];
        function color(text) {
        const numbers = text.match(/[\d.]+(?:e-?\d+)?%?/g)?.map(each => parseFloat(each) / (each.endsWith('%') ? 100 : 1)) ?? [];
        if (!text.startsWith('rgb')) return text.startsWith('color(srgb') ? [...numbers.slice(0, 3).map(each => each * 255), numbers[3] ?? 1] : [0, 0, 0, 0];
        return [...numbers.slice(0, 3), numbers[3] ?? 1];
        }
        const over = (front, back) => [0, 1, 2].map(index => front[index] * front[3] + back[index] * (1 - front[3])).concat(1);
        function luminance(rgb) {
        const [red, green, blue] = rgb.map(each => each / 255).map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        }
        function contrast(one, other) {
        const lights = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (lights[0] + 0.05) / (lights[1] + 0.05);
        }
        const hexColor = text => color('rgb(' + [1, 3, 5].map(index => parseInt(text.slice(index, index + 2), 16)).join() + ')');
        const INK_COLORS = INKS.map(hexColor);
        function fillRim(fit, part) {
        let element = part, box = part.getBoundingClientRect();
        const style = part.ownerDocument.defaultView.getComputedStyle(part);
        const width = box.width - pixels(style.paddingLeft) - pixels(style.paddingRight);
        const height = box.height - pixels(style.paddingTop) - pixels(style.paddingBottom);
        for (let depth = 0; depth < 12; depth++) {
        element = [...element.children].slice(0, 50).find(child => {
        const { width: wide, height: high } = child.getBoundingClientRect();
        return wide >= width - 2 && high >= height - 24;
        });
        if (!element) return;
        const ground = part.ownerDocument.defaultView.getComputedStyle(element).backgroundColor;
        if (color(ground)[3] < 1) continue;
        write(fit, part, { 'background-color': ground });
        if (!part.nextElementSibling) write(fit, part.ownerDocument.body, { 'background-color': ground });
        return;
        }
        }
        function* fitColors(fit, facts) {
        const chosen = new Map();
        for (let index = 0; index < facts.length; index++) {
        if (isPause(index)) yield;
        const fact = facts[index], changes = fact.changes;
        if ('color' in fact.up.changes) changes.color = fact.ink;
        if (!fact.hasText || fact.isInvisible) continue;
        const key = fact.ink + fact.ground + fact.opacity;
        if (!chosen.has(key)) chosen.set(key, readableInk(fact));
        const ink = chosen.get(key);
        if (!ink) continue;
        changes.color = ink;
        if (fact.opacity < 0.8) for (let each = fact; each.element && each.ownOpacity < 1; each = each.up) each.changes.opacity = '1';
        }
        }
        function readableInk(fact) {
        const ink = color(fact.ink);
        ink[3] *= fact.opacity;
        if (contrast(over(ink, fact.ground), fact.ground) >= (OWN_INKS.has(fact.ink) ? LEAST_OWN_CONTRAST : LEAST_CONTRAST)) return null;
        const best = INK_COLORS.map(each => contrast(each, fact.ground));
        return INKS[best[0] >= best[1] ? 0 : 1];
        }
        """#
    }

    static let mailFit = #"""
        const FIRST_SLICE = 30, FIT_SLICE = 12;
        const isPause = index => index % 16 === 15;
        const VISIBLE = /[^\s\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
        const showsText = element => {
        for (let node = element.firstChild; node; node = node.nextSibling) if (node.nodeType === 3 && VISIBLE.test(node.data)) return true;
        return false;
        };
        const pixels = value => parseFloat(value) || 0;
        function* survey(part) {
        const view = part.ownerDocument.defaultView;
        const paper = view.getComputedStyle(part.ownerDocument.body);
        let ground = [255, 255, 255, 1];
        const around = [];
        for (let element = part.parentElement; element; element = element.parentElement) around.unshift(element);
        for (const element of around) ground = over(color(view.getComputedStyle(element).backgroundColor), ground);
        const top = { element: null, up: null, ground, opacity: 1, isHidden: false,
        ink: paper.color, size: pixels(paper.fontSize), indent: 0, changes: {} };
        const facts = [], known = new Map();
        const elements = [part, ...part.querySelectorAll('*')];
        for (let index = 0; index < elements.length; index++) {
        if (isPause(index)) yield;
        const element = elements[index];
        const up = known.get(element.parentElement) ?? top;
        const style = view.getComputedStyle(element);
        const background = color(style.backgroundColor);
        const fact = { element, up, display: style.display, size: pixels(style.fontSize), line: style.lineHeight, ink: style.color,
        opacity: up.opacity * style.opacity, ownOpacity: +style.opacity, maxHeight: style.maxHeight, isEmptied: false,
        ground: background[3] > 0 ? over(background, up.ground) : up.ground, indent: 0, changes: {},
        hasText: showsText(element), textIndent: pixels(style.textIndent), spacing: pixels(style.letterSpacing) };
        fact.isHidden = up.isHidden || fact.display === 'none' || fact.opacity === 0;
        fact.isInvisible = fact.isHidden || style.visibility !== 'visible';
        fact.sides = fact.isHidden || fact.display === 'inline' ? null : sides(element, style);
        if (/^t[drh]$|^table$/.test(element.localName) && !fact.display.includes('table') && element.firstChild)
        fact.changes.height = 'auto';
        known.set(element, fact);
        facts.push(fact);
        }
        return facts;
        }
        function write(fit, element, changes) {
        if (!fit.styles.has(element)) fit.styles.set(element, element.getAttribute('style'));
        for (const name in changes) element.style.setProperty(name, changes[name], 'important');
        }
        function mark(fit, element, value) {
        fit.marked.add(element);
        element.dataset.fit = value;
        }
        function dropFit(cell) {
        const fit = cell.fit;
        cell.fit = null;
        fit?.stop.abort();
        for (const button of fit?.buttons ?? []) button.remove();
        return fit;
        }
        function undoFit(cell) {
        const fit = dropFit(cell);
        if (!fit) return;
        for (const box of fit.boxes) box.replaceWith(...box.childNodes);
        for (const element of fit.marked) {
        delete element.dataset.fit;
        delete element.dataset.wide;
        element.removeAttribute('tabindex');
        }
        for (const [element, style] of fit.styles) if (style === null) element.removeAttribute('style'); else element.setAttribute('style', style);
        }
        function* fitPart(cell, fit, part) {
        if (cell.data.paper && part.localName === 'div') fillRim(fit, part);
        const facts = yield* survey(part);
        fitHidden(fit, facts);
        yield* fitText(fit, facts, fit.room);
        yield* fitColors(fit, facts);
        yield* fitIndents(fit, facts, fit.room);
        yield* writeChanges(fit, facts);
        yield* reflow(fit, facts, part);
        yield* fitRest(cell, fit, facts, part);
        }
        function* writeChanges(fit, facts) {
        for (let index = 0; index < facts.length; index++) {
        if (isPause(index)) yield;
        for (const _ in facts[index].changes) {
        write(fit, facts[index].element, facts[index].changes);
        break;
        }
        }
        }
        function fitHidden(fit, facts) {
        for (const fact of facts) {
        const { height, width, overflow } = fact.element.style;
        const isEmpty = fact.maxHeight === '0px' || !fact.display.startsWith('table') && (/^0(?:px)?$/.test(height) || width === '0px' && overflow === 'hidden');
        if (!fact.up.isEmptied && !isEmpty) continue;
        fact.isEmptied = fact.isHidden = fact.isInvisible = true;
        if (!fact.up.isEmptied) fact.changes.display = 'none';
        }
        }
        function fitMail(cell) {
        const room = cell.frame?.clientWidth;
        if (!room || !cell.content) return;
        if (cell.fit?.pending === 0 && cell.content.scrollWidth > room + 1 && cell.fit.again < 3) {
        const again = cell.fit.again + 1;
        undoFit(cell);
        cell.fitAgain = again;
        }
        if (cell.fit && (cell.fit.room !== room || cell.fit.isDark !== darkScheme.matches)) {
        undoFit(cell);
        if (mayLoad(cell)) loadImages(cell.content);
        }
        const fit = cell.fit ??= { room, isDark: darkScheme.matches, parts: new Set(), styles: new Map(), marked: new Set(), boxes: [],
        buttons: [], wide: [], stop: new AbortController(), pending: 0, again: cell.fitAgain ?? 0 };
        cell.fitAgain = 0;
        for (const part of cell.content.querySelectorAll('#own:not([data-batched]), #quoted, fit-batch'))
        if (!part.hidden && !fit.parts.has(part)) {
        fit.parts.add(part);
        fit.pending += 1;
        runFit(cell, fit, fitPart(cell, fit, part), cell.hiddenUntil ? FIT_SLICE : FIRST_SLICE);
        }
        }
        function sayWhetherBusy(cell) {
        if (cell.fit?.pending) cell.box.setAttribute('aria-busy', 'true'); else cell.box.removeAttribute('aria-busy');
        }
        function runFit(cell, fit, steps, slice = FIT_SLICE) {
        const end = performance.now() + slice;
        let isDone = false;
        do isDone = steps.next().done; while (!isDone && performance.now() < end);
        if (isDone) {
        fit.pending -= 1;
        sayWhetherBusy(cell);
        if (cell.hiddenUntil && !fit.pending) show(cell);
        return;
        }
        setTimeout(() => {
        if (cell.fit !== fit || !cell.content?.isConnected) return;
        if (cell.hiddenUntil > performance.now()) return runFit(cell, fit, steps);
        if (cell.hiddenUntil) show(cell);
        change(() => {
        runFit(cell, fit, steps);
        measure(cell);
        });
        });
        }
        const darkScheme = matchMedia('(prefers-color-scheme: dark)');
        darkScheme.addEventListener('change', () => change(() => { for (const cell of live) measure(cell); }));
        """#

    static let mailImages = #"""
        const SMALLEST_IMAGE = 40;
        const isSmall = image => ['width', 'height'].some(side => (parseInt(image.getAttribute(side)) || parseInt(image.style[side]) || 100) < SMALLEST_IMAGE);
        function describes(text) {
        return VISIBLE.test(text) && !/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/|www\.)\S*\s*$/i.test(text) && !/^\s*\S+\.(?:png|gif|jpe?g|svg|webp|bmp)\s*$/i.test(text);
        }
        function waitingWords(image) {
        const isNamed = describes(image.alt), small = isSmall(image);
        if (!isNamed && small) return null;
        const name = image.ownerDocument.createElement('span');
        name.dataset.waiting = small ? 'small' : '';
        name.textContent = isNamed ? image.alt.trim() : word('image');
        return name;
        }
        function nameImages(images) {
        const names = [...images].map(image => [image, isDisplayed(image) && !hasWords(image) ? waitingWords(image) : null]);
        for (const [image, name] of names) if (name) image.before(name);
        }
        const waitingImages = content => content.querySelectorAll('img[data-remote-src]');
        const hasWords = image => image.previousSibling?.dataset?.waiting !== undefined;
        function isDisplayed(image) {
        const style = image.ownerDocument.defaultView.getComputedStyle(image);
        return style.visibility === 'visible' && +style.opacity > 0;
        }
        const MAX_PIXEL = 3, MIN_OPACITY = 0.1;
        function isPixel(width, height, limits) {
        const side = (value, limit) => Math.min(...[value, limit].filter(each => /^[\d.]+px$/.test(each)).map(parseFloat));
        const [w, h] = [side(width, limits[0]), side(height, limits[1])];
        const isTiny = (size, value, other) => size <= MAX_PIXEL || !(size < Infinity) && /^(?:auto)?$/.test(value) && other <= MAX_PIXEL;
        return w === 0 || h === 0 || isTiny(w, width, h) && isTiny(h, height, w);
        }
        function visibleImages(content) {
        const images = [...waitingImages(content)], view = content.ownerDocument.defaultView, known = new Map();
        if (!images.length) return images;
        const opacity = element => {
        if (!element || element === content || /^(?:own|quoted|content)$/.test(element.id)) return 1;
        if (!known.has(element)) {
        const style = view.getComputedStyle(element), { height, overflow } = element.style;
        const isEmpty = style.maxHeight === '0px' || parseFloat(height) === 0 && overflow === 'hidden' && !(pixels(style.paddingTop) + pixels(style.paddingBottom));
        known.set(element, style.display === 'none' || isEmpty ? 0 : opacity(element.parentElement) * style.opacity);
        }
        return known.get(element);
        };
        content.dataset.probe = '';
        const seen = images.filter(image => {
        const { width, height, maxWidth, maxHeight, visibility } = view.getComputedStyle(image);
        return visibility === 'visible' && !isPixel(width, height, [maxWidth, maxHeight]) && opacity(image) >= MIN_OPACITY;
        });
        delete content.dataset.probe;
        return seen;
        }
        function showImages(cell, content = cell.content) {
        cell.imageButton?.remove();
        cell.imageButton = null;
        if (cell.frame && !hasPolicyFor(cell.frame, cell)) return renew(cell);
        content?.querySelectorAll('[data-waiting]').forEach(name => name.remove());
        if (content) loadImages(content);
        }
        function loadImages(content) {
        for (const image of visibleImages(content)) {
        image.src = image.dataset.remoteSrc;
        image.removeAttribute('data-remote-src');
        }
        }
        function imageSettled(cell, image, hasFailed) {
        if (!cell.settled) {
        cell.settled = [];
        requestAnimationFrame(() => {
        const failed = cell.settled.filter(each => each.isConnected);
        cell.settled = null;
        change(() => {
        for (const each of failed) each.dataset.failed = '';
        nameImages(failed);
        if (!cell.hiddenUntil) measure(cell);
        });
        });
        }
        if (hasFailed) cell.settled.push(image);
        }
        """#

    static let mailIndent = #"""
        const MAX_INDENT = 0.3;
        const SIDES = ['padding-left', 'padding-right', 'border-left-width', 'border-right-width', 'margin-left', 'margin-right'];
        const MAX_OUTER_MARKERS = 3;
        const MIN_MARKER = 20;
        function markerSpace(list, style) {
        if (!/^[uo]l$/.test(list.localName) || style.listStyleType === 'none' || style.listStylePosition !== 'outside') return 0;
        const last = (parseInt(list.getAttribute('start')) || 1) + list.childElementCount - 1;
        return Math.max(MIN_MARKER, list.localName === 'ol' ? Math.ceil((String(last).length * .56 + .55) * pixels(style.fontSize)) : 0);
        }
        function sides(element, style) {
        const sizes = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth, style.marginLeft, style.marginRight]
        .map(pixels);
        for (const index of [4, 5])
        if (sizes[index] > 8 && element.computedStyleMap?.().get(SIDES[index])?.value === 'auto') sizes[index] = 0;
        if (!sizes.some(size => size > 0)) return null;
        return Object.assign(sizes, { start: style.direction === 'rtl' ? 1 : 0, marker: markerSpace(element, style) });
        }
        const sideLimit = (fact, side, limit) => side === fact.sides.start && fact.lists <= MAX_OUTER_MARKERS ? Math.max(limit, fact.sides.marker) : limit;
        const sideSum = (fact, limit) => fact.sides.reduce((sum, size, side) => sum + Math.min(Math.max(size, 0), sideLimit(fact, side, limit)), 0);
        function* fitIndents(fit, facts, room) {
        const most = room * MAX_INDENT;
        let limit = Infinity;
        for (const fact of facts) fact.lists = (fact.up.lists ?? 0) + (fact.sides?.marker ? 1 : 0);
        const isTooDeep = () => {
        let isFound = false;
        for (const fact of facts) {
        fact.indent = fact.up.indent + (fact.sides ? sideSum(fact, fact.isDeep ? limit : Infinity) : 0);
        if (!fact.hasText || fact.isInvisible || fact.indent <= most) continue;
        isFound = true;
        if (limit < Infinity) continue;
        for (let each = fact; each.element && !each.isDeep; each = each.up) each.isDeep = true;
        }
        return isFound;
        };
        if (!isTooDeep()) return;
        for (limit of [32, 24, 16, 12, 8, 6, 4, 2, 1, 0]) {
        yield;
        if (!isTooDeep()) break;
        }
        for (let index = 0; index < facts.length; index++) {
        if (isPause(index)) yield;
        const fact = facts[index];
        if (!fact.isDeep || !fact.sides) continue;
        fact.sides.forEach((size, side) => {
        const most = sideLimit(fact, side, limit);
        if (size > most) fact.changes[SIDES[side]] = most + 'px';
        });
        if (fact.sides[fact.sides.start] > limit && limit < fact.sides.marker && fact.lists > MAX_OUTER_MARKERS)
        fact.changes['list-style-position'] = 'inside';
        const style = fact.element.ownerDocument.defaultView.getComputedStyle(fact.element);
        for (const name of ['padding-top', 'padding-bottom', 'margin-top', 'margin-bottom'])
        if (pixels(style.getPropertyValue(name)) > Math.max(2 * limit, 8)) fact.changes[name] = 2 * limit + 'px';
        }
        }
        """#

    static let mailLong = #"""
        const LONG_BODY = 200_000, BATCH = 20_000, ELEMENT = 20;
        const MAX_TAGS = 10_000;
        const INLINE = /^(?:a|abbr|b|big|code|em|font|i|img|s|small|span|strike|strong|sub|sup|tt|u|wbr)$/;
        const isLong = cell => cell.isLong ??= cell.data.body.length > LONG_BODY || cell.data.body.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1;
        function* fillFrame(cell, content) {
        const mail = content.ownerDocument;
        const template = mail.createElement('template');
        template.innerHTML = cell.data.body;
        let source = template.content, target = content.querySelector('#own');
        target.dataset.batched = '';
        const hasOneChild = () => [...source.childNodes].every(node => node.nodeType === 1 ? node.localName === 'style' || node === source.lastElementChild
        : !VISIBLE.test(node.data ?? '')) && /^(?:div|center|section|article|main|pre|p|blockquote|font|span)$/.test(source.lastElementChild?.localName);
        while (hasOneChild()) {
        const block = source.lastElementChild, copy = block.cloneNode(false);
        target.append(...source.querySelectorAll(':scope > style'), copy);
        [source, target] = [block, copy];
        }
        while (source.firstChild) {
        const batch = mail.createElement('fit-batch');
        let length = 0, endsLine = true;
        while (source.firstChild && (length < BATCH || !endsLine && length < 2 * BATCH)) {
        const node = source.firstChild;
        if (node.nodeType === 3 && node.data.length > BATCH) node.splitText(node.data.lastIndexOf('\n', BATCH) + 1 || BATCH);
        length += node.textContent.length + (1 + (node.querySelectorAll?.('*').length ?? 0)) * ELEMENT;
        endsLine = node.nodeType === 3 ? node.data.endsWith('\n') : !INLINE.test(node.localName);
        batch.append(node);
        }
        target.append(batch);
        if (mayLoad(cell)) showImages(cell, batch); else nameImages(waitingImages(batch));
        yield;
        }
        }
        function runFilling(cell, content, steps) {
        if (cell.content !== content || !content.isConnected) return;
        change(() => {
        const isDone = steps.next().done;
        if (isDone) cell.box.style.minHeight = ''; else setTimeout(() => runFilling(cell, content, steps));
        measure(cell);
        });
        }
        """#

    static let mailReflow = #"""
        const CONTAINERS = new Set(['table', 'inline-table', 'flex', 'inline-flex', 'grid', 'inline-grid']);
        const REFLOW_ROUNDS = 24;
        const MAX_LABEL = 28, NARROWEST_COLUMN = 130;
        function* reflow(fit, facts, part) {
        yield* fitWidths(fit, facts);
        const known = new Map(facts.map(fact => [fact.element, fact]));
        let containers = facts.filter(fact => !fact.isHidden && CONTAINERS.has(fact.display));
        for (let round = 0; round < REFLOW_ROUNDS && containers.length; round++) {
        yield;
        const rest = fact => fit.room - fact.up.indent;
        const wide = containers.filter(fact => isTooWide(fact, rest(fact)));
        const narrow = round === 0 ? containers.filter(fact => fact.display === 'table' && hasNarrowColumns(fact)) : [];
        const outer = new Set();
        for (const fact of wide) for (let each = fact.up; each.element && !outer.has(each); each = each.up) outer.add(each);
        const chosen = wide.filter(fact => !outer.has(fact));
        if (!chosen.length && !narrow.length) break;
        const done = new Set();
        const fixed = wide.filter(fact => !fact.step);
        for (const fact of fixed) loosen(fit, fact, known);
        if (!fixed.length) for (const fact of chosen) if (!shrink(fit, fact, known, rest(fact))) done.add(fact);
        for (const fact of narrow) if (!wide.includes(fact)) stack(fit, fact, known);
        containers = containers.filter(fact => !done.has(fact));
        }
        }
        function* fitWidths(fit, facts) {
        const found = [];
        for (let index = 0; index < facts.length; index++) {
        if (isPause(index)) yield;
        const fact = facts[index];
        if (fact.isHidden || fact.display === 'inline') continue;
        const { offsetWidth, clientWidth, scrollWidth } = fact.element;
        if (offsetWidth > fit.room + 1) found.push([fact.element, 'narrow']);
        else if (!fact.hasText || fact.display.startsWith('table')) continue;
        else if (clientWidth < fit.room / 2 && clientWidth < longestWord(fact.element) * fact.size * 0.55) found.push([fact.element, 'wide']);
        else if (scrollWidth > clientWidth + 1) found.push([fact.element, 'narrow']);
        }
        for (const [element, value] of found) mark(fit, element, value);
        }
        function isTooWide(fact, rest) {
        const { scrollWidth, clientWidth, offsetWidth } = fact.element;
        const overflows = scrollWidth > clientWidth + 1;
        return overflows && (fact.step >= 2 || !fact.display.includes('table') || scrollWidth > rest + 1) || !(fact.step >= 2) && offsetWidth > rest + 1;
        }
        function loosen(fit, fact, known) {
        fact.step = 1;
        mark(fit, fact.element, 'loose');
        for (const cell of cellsOf(fact.element, known)) mark(fit, cell, 'loose');
        }
        function shrink(fit, fact, known, rest) {
        fact.step += 1;
        if (fact.step === 2 && !isData(fact.element)) {
        stack(fit, fact, known);
        return true;
        }
        putIntoBox(fit, fact.element, rest);
        return false;
        }
        function cellsOf(container, known) {
        const found = [];
        const collect = element => {
        for (const child of element.children) {
        const display = known.get(child)?.display ?? '';
        if (!display.startsWith('table') || display === 'table') continue;
        found.push(child);
        if (display !== 'table-cell' && display !== 'table-caption') collect(child);
        }
        };
        collect(container);
        return found;
        }
        function stack(fit, fact, known) {
        mark(fit, fact.element, 'block');
        for (const element of cellsOf(fact.element, known)) {
        const display = known.get(element).display;
        mark(fit, element, display === 'table-cell' ? (isEmptyCell(element) ? 'gone' : isLabel(element) ? 'inline' : 'block')
        : display.startsWith('table-column') ? 'gone' : 'block');
        }
        }
        const hasVisible = element => VISIBLE.test(element.textContent);
        const isEmptyCell = cell => !hasVisible(cell) && !cell.querySelector('img, hr, [data-waiting]');
        const isLabel = cell => cell.textContent.trim().length <= MAX_LABEL && !cell.querySelector('table, div, p, h1, h2, h3, ul, ol')
        && isBar(cell.parentElement);
        const bars = new WeakMap();
        function isBar(row) {
        if (!bars.has(row)) bars.set(row, row.children.length > 1 && [...row.children].every(each => each.textContent.trim().length <= MAX_LABEL));
        return bars.get(row);
        }
        function isData(table) {
        if (table.localName !== 'table' || table.querySelector('table') || /^(?:presentation|none)$/i.test(table.getAttribute('role') ?? '')) return false;
        const rows = [...table.rows].slice(0, 20).filter(row => row.cells.length > 1);
        const columns = Math.max(0, ...rows.map(row => row.cells.length));
        if (columns < 2 || rows.length < 2) return false;
        if (table.querySelector('th') || pixels(table.getAttribute('border')) > 0) return true;
        const cells = rows.flatMap(row => [...row.cells]);
        return columns > 2 && rows.length > 2 && cells.filter(cell => cell.textContent.trim().length <= MAX_LABEL && !cell.querySelector('img')).length > cells.length * 0.8;
        }
        function hasNarrowColumns(fact) {
        const table = fact.element;
        if (table.localName !== 'table' || !table.rows.length) return false;
        const rows = [...table.rows].slice(0, 50);
        return rows.some(row => {
        const texts = [...row.cells].filter(cell => cell.textContent.trim().length > MAX_LABEL);
        return row.cells.length > 1 && texts.some(cell => cell.clientWidth > 0 && cell.clientWidth < NARROWEST_COLUMN);
        }) && !isData(table);
        }
        """#

    static func mailText(smallestText: String, largestHidden: String) -> String {
        #"""
        const SMALLEST_TEXT = \#(smallestText), MAX_HIDDEN = \#(largestHidden);
        const HIDING_INDENT = 500;
        const LONG_WORD = /[!-\u10ff]{22,}/g;
        function* fitText(fit, facts, room) {
        for (let index = 0; index < facts.length; index++) {
        if (isPause(index)) yield;
        const fact = facts[index];
        if (fact.isHidden) continue;
        if (fact.textIndent < -HIDING_INDENT) {
        fact.changes.visibility = 'hidden';
        fact.changes['text-indent'] = '0';
        fact.isInvisible = true;
        continue;
        }
        if (fact.up.changes.visibility === 'hidden' && !fact.isInvisible) fact.changes.visibility = 'visible';
        let size = fact.size;
        if (fact.hasText) {
        if (size < MAX_HIDDEN) size = 0; else if (size < SMALLEST_TEXT) size = SMALLEST_TEXT;
        const length = size > 22 || fact.spacing > 2 ? longestWord(fact.element) : 0;
        if (length * (size * 0.6 + fact.spacing) > room * 0.9 && fact.spacing > 2) fact.changes['letter-spacing'] = 'normal';
        if (size > 22 && length * size * 0.6 > room * 0.9) size = Math.max(22, Math.floor(room * 0.9 / (0.6 * length)));
        breakLongWords(fact.element);
        }
        if (size !== fact.size || 'font-size' in fact.up.changes) fact.changes['font-size'] = size + 'px';
        if (fact.hasText && fact.line !== 'normal' && pixels(fact.line) < size * 1.1) fact.changes['line-height'] = '1.25';
        if (Math.abs(fact.textIndent) > room / 4) fact.changes['text-indent'] = '0';
        if (fact.hasText && size === 0) fact.isInvisible = true;
        }
        }
        function longestWord(element) {
        let longest = 0;
        for (const node of element.childNodes)
        if (node.nodeType === 3) for (const word of node.data.slice(0, 2000).split(/\s+/)) if (word.length <= 40) longest = Math.max(longest, word.length);
        return longest;
        }
        function breakLongWords(element) {
        if (element.localName === 'fit-word') return;
        for (const node of [...element.childNodes]) {
        if (node.nodeType !== 3) continue;
        let rest = node;
        const matches = [...node.data.matchAll(LONG_WORD)];
        let offset = 0;
        for (const match of matches) {
        const word = rest.splitText(match.index - offset);
        rest = word.splitText(match[0].length);
        offset = match.index + match[0].length;
        const box = element.ownerDocument.createElement('fit-word');
        word.replaceWith(box);
        box.append(word);
        }
        }
        }
        """#
    }

    static let mailWide = #"""
        function putIntoBox(fit, element, rest) {
        const box = element.ownerDocument.createElement('fit-box');
        box.style.width = Math.max(rest, 60) + 'px';
        if (element.dir) box.dir = element.dir;
        element.before(box);
        box.append(element);
        fit.boxes.push(box);
        }
        function* fitRest(cell, fit, facts, part) {
        yield;
        for (const value of ['break', 'scroll']) if (part.scrollWidth > part.clientWidth + 1) mark(fit, part, value);
        const sizes = new Map(facts.map(fact => [fact.element, fact.hasText && !fact.isInvisible ? Math.max(fact.size, SMALLEST_TEXT) : 99]));
        const made = new Set(fit.boxes), levels = [], depths = new Map();
        for (const box of part.querySelectorAll('fit-box')) {
        if (!made.has(box)) continue;
        const depth = (depths.get(box.parentElement.closest('fit-box')) ?? -1) + 1;
        depths.set(box, depth);
        (levels[depth] ??= []).push(box);
        }
        for (const boxes of levels) {
        yield;
        const zooms = boxes.map(box => {
        let smallest = 99;
        for (const element of box.querySelectorAll('*')) smallest = Math.min(smallest, sizes.get(element) ?? 99);
        return Math.max(box.clientWidth / box.scrollWidth, SMALLEST_TEXT / smallest);
        });
        zooms.forEach((zoom, index) => { if (zoom < 1) write(fit, boxes[index].firstElementChild, { zoom: Math.ceil(zoom * 1000) / 1000 }); });
        for (const box of boxes.filter(each => each.scrollWidth > each.clientWidth + 1)) offerEnlarged(cell, fit, box);
        }
        if (part.dataset.fit === 'scroll') offerEnlarged(cell, fit, part);
        }
        function offerEnlarged(cell, fit, box) {
        const made = document.createElement('button');
        made.type = 'button';
        made.className = 'enlarge';
        made.textContent = word('enlarge');
        made.addEventListener('click', () => showEnlarged(cell, box, made));
        box.addEventListener('click', event => { if (!event.target.closest('a')) showEnlarged(cell, box, made); }, { signal: fit.stop.signal });
        box.tabIndex = 0;
        if (box.localName === 'fit-box') {
        box.setAttribute('role', 'group');
        box.setAttribute('aria-label', word('wideContent'));
        }
        box.addEventListener('keydown', event => { if (event.key === 'Enter' && event.target === box) showEnlarged(cell, box, made); }, { signal: fit.stop.signal });
        box.dataset.wide = '';
        fit.buttons.push(made);
        fit.wide.push([box, made]);
        cell.box.append(made);
        }
        function placeButtons(cell) {
        const places = (cell.fit?.wide ?? []).map(([box, made]) => [made, Math.round(box.getBoundingClientRect().top) + 'px']);
        for (const [made, place] of places) if (made.style.top !== place) made.style.top = place;
        }
        function* fitWhole(part) {
        const fit = { styles: new Map() };
        const facts = yield* survey(part);
        yield* fitColors(fit, facts);
        yield* writeChanges(fit, facts);
        }
        function showEnlarged(cell, box, made) {
        if (box.dataset.wide === undefined || document.querySelector('dialog[open]')) return;
        const dialog = document.createElement('dialog');
        dialog.className = 'enlarged';
        dialog.setAttribute('aria-label', word('wideContent'));
        const close = document.createElement('button');
        close.type = 'button';
        close.textContent = word('close');
        close.addEventListener('click', () => dialog.close());
        const frame = document.createElement('iframe');
        frame.title = cell.frame.title;
        frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
        const copy = box.cloneNode(true);
        for (const child of copy.children) child.style.zoom = '';
        frame.srcdoc = wholeDocument(cell, box, copy.innerHTML);
        frame.addEventListener('load', () => {
        const part = frame.contentDocument?.querySelector('#own, #quoted');
        if (part) for (const _ of fitWhole(part));
        });
        dialog.append(close, frame);
        dialog.addEventListener('close', () => {
        dialog.remove();
        made.focus({ preventScroll: true });
        });
        document.body.append(dialog);
        dialog.showModal();
        }
        """#

    static let memory = #"""
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
        """#

    static let messages = #"""
        const search = document.querySelector('.search');
        const field = search.querySelector('input'), status = search.querySelector('[role=status]');
        const lines = [...document.querySelectorAll('.lines li')];
        const texts = [];
        let run = 0;
        async function filter() {
        const mine = ++run, words = wordsOf(field.value);
        tabStorage.set('search:' + page(location.pathname), field.value);
        let count = 0, started = performance.now();
        for (let index = 0; index < lines.length; index++) {
        texts[index] ??= folded(lines[index].textContent + ' ' + (lines[index].dataset.text ?? ''));
        const isFound = words.every(word => texts[index].includes(word));
        if (lines[index].hidden === isFound) lines[index].hidden = !isFound;
        if (isFound) count += 1;
        if (index % 50 === 0 && performance.now() - started > SLICE) {
        await new Promise(resolve => setTimeout(resolve));
        if (mine !== run) return;
        started = performance.now();
        }
        }
        status.textContent = words.length ? counted('found', count) : '';
        }
        nameDates(document.querySelectorAll('.lines time'));
        search.hidden = false;
        field.addEventListener('input', filter);
        field.value = tabStorage.get('search:' + page(location.pathname)) ?? '';
        if (field.value) filter();
        """#

    static func remoteContent(maxTables: String, maxSpans: String, keptElements: String, droppedElements: String, keptAttributes: String, dataTable: String) -> String {
        #"""
        const MAX_ELEMENTS = 10_000, MAX_TAGS_FETCHED = 100_000, MAX_TEXT = 1e6, MAX_DEPTH = 250, MAX_TABLES = \#(maxTables);
        const MAX_SPANS = { \#(maxSpans) };
        const PARSE_TIME = 1000; // milliseconds
        const PARSE_STEP = 200_000;
        function parsed(html) {
        if (html.split('<', MAX_TAGS_FETCHED + 2).length > MAX_TAGS_FETCHED + 1) return null;
        const mail = document.implementation.createHTMLDocument(), all = mail.getElementsByTagName('*');
        const end = performance.now() + PARSE_TIME;
        mail.open();
        mail.write('<!DOCTYPE html>');
        for (let from = 0, to = 0; from < html.length; from = to) {
        for (let tags = Math.max(1, Math.floor(PARSE_STEP / (all.length + 10))); tags > 0 && to < html.length; tags--) {
        to = html.indexOf('<', to + 1);
        if (to < 0) to = html.length;
        }
        mail.write(html.slice(from, to));
        if (all.length > MAX_ELEMENTS || performance.now() > end) return null;
        }
        mail.close();
        return mail.body?.localName === 'body' ? mail : null;
        }
        const listed = names => new Set(names.split(' '));
        const KEPT_ELEMENTS = listed('\#(keptElements)');
        const DROPPED_ELEMENTS = listed('\#(droppedElements)');
        const KEPT_ATTRIBUTES = listed('\#(keptAttributes)');
        const escapedValue = text => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
        function cleaned(html) {
        const mail = parsed(html);
        if (!mail) return null;
        const sheets = sheetStyles(mail), styles = new Map(), pieces = [], ends = [];
        let images = 0, length = 0, depth = 0, tables = 0;
        function start(element) {
        let name = element.localName;
        if (DROPPED_ELEMENTS.has(name) || element.namespaceURI !== document.documentElement.namespaceURI) return null;
        const source = element.getAttribute('style') ?? '';
        if (!styles.has(source)) styles.set(source, inlineStyle(source));
        const { text, values: own } = styles.get(source), values = { ...sheets.get(element), ...own };
        if (hides(element, values)) return null;
        if (name !== 'img' && (!KEPT_ELEMENTS.has(name) || depth >= MAX_DEPTH)) return '';
        let attributes = text && ` style="${text}"`;
        for (const attribute of KEPT_ATTRIBUTES) {
        let value = element.getAttribute(attribute);
        if (value === null) continue;
        if (attribute in MAX_SPANS) value = String(Math.min(parseInt(value) || 1, MAX_SPANS[attribute]));
        attributes += ` ${attribute}="${escapedValue(value)}"`;
        }
        if (name === 'img') return image(element, values, attributes);
        if (name === 'table' && isData(element)) attributes += ' \#(dataTable)';
        const href = name === 'a' ? element.getAttribute('href') ?? '' : '';
        if (/^\s*(?:https?|mailto|tel|sms):/i.test(href)) attributes += ` href="${escapedValue(href)}" rel="noopener noreferrer"`;
        if (/^(?:table|caption|col|t[drh]|tbody|tfoot|thead)/.test(name) && tables + (name === 'table') > MAX_TABLES) name = 'div';
        pieces.push(`<${name}${attributes}>`);
        if (/^(?:br|hr|col|wbr)$/.test(name)) return null;
        depth += 1;
        if (name === 'table') tables += 1;
        return `</${name}>`;
        }
        function image(element, values, attributes) {
        const address = (element.getAttribute('src') ?? '').trim(), isData = /^data:image\/(?:png|gif|jpe?g|webp|bmp|avif)[;,]/i.test(address);
        if (!isData && !/^(?:https?:)?\/\//i.test(address) || isTrackingPixel(element, values)) return null;
        const full = `<img src="${escapedValue(address.startsWith('//') ? 'https:' + address : address)}" alt="${escapedValue(element.alt)}"${attributes}>`;
        if (!isData) images += 1;
        pieces.push(isData ? full : { full, words: waitingWords(element)?.outerHTML ?? '' });
        return null;
        }
        function closeElement() {
        const end = ends.pop();
        if (!end) return;
        depth -= 1;
        if (end === '</table>') tables -= 1;
        pieces.push(end);
        }
        for (let node = mail.body.firstChild; node;) {
        let end = null;
        if (node.nodeType === 3) {
        pieces.push(escapedText(node.data));
        length += node.data.length;
        } else if (node.nodeType === 1) {
        end = start(node);
        }
        if (end !== null) ends.push(end);
        if (end !== null && node.firstChild) {
        node = node.firstChild;
        continue;
        }
        if (end !== null) closeElement();
        while (!node.nextSibling && node.parentNode !== mail.body) {
        node = node.parentNode;
        closeElement();
        }
        node = node.nextSibling;
        }
        if (length > MAX_TEXT) return null;
        const joined = part => pieces.map(piece => piece[part] ?? piece).join('');
        const full = joined('full');
        return parsed(full) && { text: joined('words'), full, images, isPlain: false, hasColors: /<[^>]*\b(?:bgcolor=|color[=:])/.test(full) };
        }
        """#
    }

    static let remoteFetch = #"""
        const FETCH_LIMIT = 5e6; // bytes
        const FETCH_TIME = 20000; // milliseconds
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
        function decoded(bytes, type, isPlain) {
        const start = String.fromCharCode(...bytes.subarray(0, 1024));
        const mark = start.startsWith('\xfe\xff') ? 'utf-16be' : start.startsWith('\xff\xfe') ? 'utf-16le' : start.startsWith('\xef\xbb\xbf') ? 'utf-8' : '';
        const given = type.match(/;\s*charset\s*=\s*["']?([^"';\s]+)/i)?.[1];
        const named = isPlain ? '' : start.match(/<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^"'\s/>;]+)/i)?.[1];
        for (const label of [mark, given, /^utf-16/i.test(named) ? '' : named])
        if (label) try { return new TextDecoder(label).decode(bytes); } catch { }
        return new TextDecoder().decode(bytes);
        }
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
        """#

    static let remoteFrames = #"""
        function remoteDocument(cell, showsImages) {
        const { text, full, isPlain } = cell.remote;
        return '<!DOCTYPE html><html lang="' + document.documentElement.lang + '" class="alone' + (cell.remote.hasColors ? ' white' : '') +
        '"><head><meta charset="utf-8">' + policy(showsImages) + '<base target="_blank"><title>' +
        escapedText(cell.title) + '</title><style>' + thread.dataset.style + '</style></head><body><div id="content" style="padding:12px">' +
        (isPlain ? '<div dir="auto" style="white-space:pre-wrap">' + escapedText(text) + '</div>' : showsImages ? full : text) + '</div></body></html>';
        }
        function estimateHeight(cell, frame, showsImages) {
        const { text, full, isPlain } = cell.remote, start = text.slice(0, 50000);
        const measure = document.createElement('div');
        measure.className = 'measure';
        measure.textContent = isPlain ? start : plainText(start).slice(0, 10000);
        cell.box.append(measure);
        let height = measure.offsetHeight;
        measure.remove();
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
        """#

    static let remoteStyles = #"""
        const HIDING = ['display', 'visibility', 'opacity', 'width', 'height', 'max-width', 'max-height'];
        const SIMPLE_SELECTOR = /^(?!.*\*=)[\w.#*,\[\]="'-]{1,100}(?: [\w.#*,\[\]="'-]{1,100}){0,3}$/;
        const MAX_SHEET = 100_000, MAX_HIDING_RULES = 50;
        function sheetStyles(mail) {
        const found = new Map(), sheet = new CSSStyleSheet();
        sheet.replaceSync([...mail.querySelectorAll('style')].map(each => each.textContent).join('\n').slice(0, MAX_SHEET));
        let count = 0;
        for (const { style, selectorText } of sheet.cssRules) {
        const names = style && selectorText ? HIDING.filter(name => style.getPropertyValue(name)) : [];
        if (!names.length || !SIMPLE_SELECTOR.test(selectorText)) continue;
        if ((count += 1) > MAX_HIDING_RULES) break;
        for (const element of mail.querySelectorAll(selectorText)) {
        if (!found.has(element)) found.set(element, {});
        for (const name of names) found.get(element)[name] = style.getPropertyValue(name);
        }
        }
        return found;
        }
        const isZero = value => /^0*\.?0+[a-z%]*$/.test(value ?? '');
        const hides = (element, values) => element.hidden || values.display === 'none' || /^(?:hidden|collapse)$/.test(values.visibility) || share(values.opacity) < MIN_OPACITY
        || isZero(values['max-height']) && (values.overflow === 'hidden' || isZero(values['font-size']))
        || isZero(values.height) && values.overflow === 'hidden' && !/[1-9]/.test(values['padding-top'] + values['padding-bottom']);
        const share = value => parseFloat(value ?? 1) / (/%$/.test(value) ? 100 : 1);
        const UNITS = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: .945, em: 16, rem: 16, ex: 8, ch: 8, vw: 20, vh: 20, vmin: 20, vmax: 20 };
        function inPixels(value) {
        const [, number, unit] = value?.match(/^(?:calc\()?([\d.]+)([a-z]+)\)?$/) ?? [];
        return unit in UNITS ? number * UNITS[unit] + 'px' : value ?? '';
        }
        function isTrackingPixel(image, values) {
        const side = name => values[name] ? inPixels(values[name]) : (image.getAttribute(name) ?? '').trim().replace(/^(\d+)(?!.*%).*$/, '$1px');
        return isPixel(side('width'), side('height'), [inPixels(values['max-width']), inPixels(values['max-height'])]);
        }
        const KEYWORD = /^[a-z][a-z -]*$/, COLOR = /^(?:[a-z]+|rgba?\([\d.,\s%/]+\))$/, WIDTH = /^[\d.]+(?:px|pt|em|rem|%)$/;
        const SIDE = /^(?:\d{0,2}(?:\.\d+)?(?:px|pt)|[0-3]?(?:\.\d+)?r?em|auto)$/, LINE = /^(?:thin|medium|thick|\d?(?:\.\d+)?px)$/;
        const SIDE_NAMES = ['top', 'right', 'bottom', 'left'];
        const KEPT_STYLES = new Map([
        ['color', COLOR], ['background-color', COLOR], ['display', /^(?:block|inline)$/], ['width', WIDTH], ['max-width', WIDTH],
        ['font-size', /^(?:[\d.]+(?:px|pt|em|rem|%)|[a-z-]+)$/], ['font-family', /^[\w\s,'"-]+$/], ['font-weight', /^(?:[a-z]+|\d{3})$/],
        ['line-height', /^(?:normal|[12](?:\.\d+)?|1\d\d%)$/], ['border-collapse', KEYWORD], ['list-style-type', KEYWORD],
        ...['font-style', 'text-align', 'text-decoration-line', 'text-transform', 'vertical-align', 'white-space', 'white-space-collapse',
        'text-wrap-mode'].map(name => [name, KEYWORD]),
        ...SIDE_NAMES.flatMap(side => [['padding-' + side, SIDE], ['margin-' + side, SIDE], [`border-${side}-width`, LINE],
        [`border-${side}-style`, KEYWORD], [`border-${side}-color`, COLOR]]),
        ...['top-left', 'top-right', 'bottom-left', 'bottom-right'].map(corner => [`border-${corner}-radius`, SIDE]),
        ]);
        const MAX_DECLARATIONS = 200;
        function inlineStyle(text) {
        const { style } = document.createElement('i');
        style.cssText = text;
        const kept = [], values = {};
        for (let index = 0; index < style.length && index < MAX_DECLARATIONS; index++) {
        const name = style[index];
        let value = style.getPropertyValue(name);
        if (!KEPT_STYLES.get(name)?.test(value)) continue;
        if (name === 'font-size' && parseFloat(value)) value = `max(${value}, min(${SMALLEST_TEXT}px, (${value} - ${MAX_HIDDEN}px) * 999))`;
        kept.push(name + ':' + value);
        }
        for (const name of [...HIDING, 'overflow', 'font-size', 'padding-top', 'padding-bottom']) if (style.getPropertyValue(name)) values[name] = style.getPropertyValue(name);
        return { text: kept.join(';').replace(/"/g, "'"), values };
        }
        """#

    static let search = #"""
        const alike = { 'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ı': 'i' };
        const folded = text => text.toLowerCase().normalize('NFKD').replace(/(?![\u3099\u309A])\p{M}|\u0640/gu, '')
        .replace(/[ßæœøłđı]/g, letter => alike[letter]).normalize('NFC');
        const wordsOf = text => folded(text).split(/\s+/).filter(Boolean);
        """#

    static let threadCells = #"""
        const cells = [...thread.querySelectorAll('.message')].map(element => {
        const heading = element.querySelector('h2');
        return {
        element, number: Number(element.id.slice(1)), data: element.dataset, box: element.querySelector('.body'), frame: null,
        content: null, hiddenUntil: 0, height: 0, fit: null, showsQuote: false, controls: null,
        title: heading ? word('messageFrom', heading.textContent) : element.getAttribute('aria-label'),
        };
        });
        const byNumber = new Map(cells.map(cell => [cell.number, cell]));
        const live = new Set();
        const columns = Math.max(20, thread.clientWidth / 8);
        const source = document.querySelector('.bodies');
        function takeBodies() {
        let hasTaken = false;
        for (const element of source.querySelectorAll('i[data-for]')) {
        const cell = byNumber.get(Number(element.dataset.for));
        const { body, quoted } = element.dataset;
        element.remove();
        if (!cell) continue;
        if (quoted !== undefined) cell.data.quoted = quoted;
        cell.data.body = body;
        hasTaken = true;
        }
        if (hasTaken) schedule();
        }
        if (source) {
        const observer = new MutationObserver(takeBodies);
        observer.observe(source, { childList: true });
        addEventListener('DOMContentLoaded', () => {
        observer.disconnect();
        takeBodies();
        });
        }
        function button(cell, text, action) {
        if (!cell.controls) {
        cell.controls = document.createElement('p');
        cell.controls.className = 'controls';
        cell.box.after(cell.controls);
        }
        const made = document.createElement('button');
        made.type = 'button';
        made.textContent = text;
        made.addEventListener('click', () => action(made));
        cell.controls.append(made);
        return made;
        }
        function addControls(cell) {
        const count = Number(cell.data.images || 0);
        if (count && !mayLoad(cell)) {
        cell.imageButton = button(cell, counted('showImages', count), () => {
        allowed.add(cell.number);
        tabStorage.set('images:' + key, JSON.stringify([...allowed]));
        showImages(cell);
        cell.box.focus({ preventScroll: true });
        });
        }
        if (cell.data.quotes !== undefined) {
        const made = button(cell, word('showQuote'), () => {
        cell.showsQuote = !cell.showsQuote;
        made.textContent = word(cell.showsQuote ? 'hideQuote' : 'showQuote');
        made.setAttribute('aria-expanded', cell.showsQuote);
        anchorTo(cell);
        showQuote(cell);
        });
        made.setAttribute('aria-expanded', false);
        }
        }
        function open(cell) {
        const blurb = cell.element.querySelector('button.blurb');
        if (!blurb) return;
        const hadFocus = document.activeElement === blurb;
        const preview = document.createElement('p');
        preview.className = 'preview';
        preview.dir = 'auto';
        preview.textContent = blurb.querySelector('.line').textContent;
        cell.box = document.createElement('div');
        cell.box.className = 'body';
        cell.box.tabIndex = -1;
        cell.box.append(preview);
        blurb.replaceWith(cell.box);
        prepare(cell);
        if (hadFocus) cell.box.focus({ preventScroll: true });
        }
        function prepare(cell) {
        if (cell.data.length === undefined || !cell.box) return;
        const lines = Math.ceil(Number(cell.data.length) / columns) + 1;
        cell.box.style.minHeight = Math.min(lines * 24, 1200) + 'px';
        addControls(cell);
        }
        """#

    static let threadFrames = #"""
        const escapedText = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
        const policy = showsImages => '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src ' +
        (showsImages ? 'http: https: data:' : 'data:') + '; form-action \'none\'; base-uri \'none\'">';
        const startOfFrame = (cell, kind) => '<!DOCTYPE html><html lang="' + document.documentElement.lang + '" class="' + (cell.data.paper || '') +
        kind + '"><head><meta charset="utf-8">' + policy(mayLoad(cell)) + '<title>' + escapedText(cell.title) + '</title><style>' + thread.dataset.style + '</style></head><body><div id="content">';
        const END_OF_FRAME = '</div></body></html>';
        const wholeDocument = (cell, box, html) => startOfFrame(cell, ' whole') + '<div id="' + box.closest('#own, #quoted').id + '" dir="auto">' +
        [...cell.content.querySelectorAll('style')].map(sheet => sheet.outerHTML).join('') + html + '</div>' + END_OF_FRAME;
        const owners = new WeakMap();
        const resizeObserver = new ResizeObserver(entries => change(() => { for (const entry of entries) measure(owners.get(entry.target)); }));
        const mayLoad = cell => allAllowed || allowed.has(cell.number);
        const openFrames = new WeakSet();
        const hasPolicyFor = (frame, cell) => openFrames.has(frame) === mayLoad(cell);
        const HIDDEN_TIME = 400;
        const canMove = 'moveBefore' in Element.prototype;
        function mount(cell) {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
        frame.srcdoc = startOfFrame(cell, '') + END_OF_FRAME;
        if (mayLoad(cell)) openFrames.add(frame);
        frame.addEventListener('load', () => { for (const cell of live) if (cell.frame === frame) fill(cell); });
        give(cell, frame);
        cell.box.append(frame);
        }
        function move(from, cell) {
        const frame = from.frame;
        leave(from);
        frame.style.height = '';
        give(cell, frame);
        cell.box.moveBefore(frame, null);
        fill(cell);
        }
        function give(cell, frame) {
        frame.title = cell.title;
        frame.className = 'coming';
        cell.frame = frame;
        live.add(cell);
        }
        function fill(cell) {
        const frame = cell.frame, mail = frame.contentDocument;
        if (!mail?.body) return;
        mail.title = cell.title;
        mail.documentElement.className = cell.data.paper ?? '';
        for (const element of [mail.documentElement, mail.body]) element.removeAttribute('style');
        const content = mail.createElement('div');
        content.id = 'content';
        content.innerHTML = '<div id="own" dir="auto">' + (isLong(cell) ? '' : cell.data.body) + '</div>' +
        (cell.data.quoted ? '<div id="quoted" dir="auto"' + (cell.showsQuote ? '' : ' hidden') + '>' + cell.data.quoted + '</div>' : '');
        mail.body.replaceChildren();
        frame.contentWindow.scrollTo(0, 0);
        cell.content = content;
        cell.hiddenUntil = performance.now() + HIDDEN_TIME;
        owners.set(content, cell);
        for (const type of ['load', 'error'])
        content.addEventListener(type, event => {
        if (event.target.localName === 'img') imageSettled(cell, event.target, type === 'error');
        }, true);
        const steps = [
        () => {
        mail.body.append(content);
        if (mayLoad(cell)) showImages(cell); else nameImages(waitingImages(content));
        },
        () => content.getBoundingClientRect(), // lays the mail out
        () => {
        if (!isLong(cell)) fitMail(cell);
        if (!cell.fit) show(cell);
        if (isLong(cell)) runFilling(cell, content, fillFrame(cell, content));
        },
        ];
        setTimeout(function run() {
        if (cell.content !== content) return;
        steps.shift()();
        if (steps.length) setTimeout(run);
        });
        }
        function show(cell) {
        cell.hiddenUntil = 0;
        change(() => {
        cell.frame.className = '';
        cell.box.classList.add('live');
        if (!isLong(cell)) cell.box.style.minHeight = '';
        measure(cell);
        });
        resizeObserver.observe(cell.content);
        }
        function unmount(cell) {
        const frame = cell.frame;
        leave(cell);
        frame.remove();
        }
        function renew(cell) {
        change(() => {
        unmount(cell);
        cell.box.classList.add('live');
        });
        }
        function leave(cell) {
        if (cell.content) resizeObserver.unobserve(cell.content);
        dropFit(cell);
        cell.box.classList.remove('live');
        cell.box.removeAttribute('aria-busy');
        if (cell.height) cell.box.style.minHeight = cell.height + 'px';
        cell.frame = cell.content = null;
        cell.hiddenUntil = 0;
        live.delete(cell);
        }
        function measure(cell) {
        const content = cell?.content;
        if (!content?.isConnected || !cell.frame?.clientWidth) return;
        fitMail(cell);
        const shown = content.ownerDocument.body.getBoundingClientRect().height;
        const whole = Math.ceil(content.scrollHeight > shown + 1 ? content.scrollHeight : shown);
        const limit = 20000 + 30 * Number(cell.data.length || 0) + 3000 * content.querySelectorAll('img').length;
        const height = Math.min(whole, limit);
        content.ownerDocument.documentElement.style.overflow = whole > limit ? 'auto' : '';
        if (height !== cell.height || cell.frame.style.height !== height + 'px') cell.frame.style.height = height + 'px';
        cell.height = height;
        placeButtons(cell);
        sayWhetherBusy(cell);
        }
        function showQuote(cell) {
        const quoted = cell.content?.querySelector('#quoted');
        if (!quoted) return;
        change(() => {
        quoted.hidden = !cell.showsQuote;
        measure(cell);
        });
        }
        """#

    static let threadHead = #"""
        document.documentElement.classList.add('placing');
        addEventListener('DOMContentLoaded', () => document.documentElement.classList.remove('placing'));
        """#

    static let threadPages = #"""
        function elsewhere(hash) {
        const number = /^#m([1-9]\d*)$/.test(hash) ? Number(hash.slice(2)) : 0;
        if (!number || number > COUNT || byNumber.has(number)) return null;
        let pages = [];
        try { pages = JSON.parse(thread.dataset.pages ?? '[]'); } catch { }
        const found = pages.filter(([first]) => first <= number).pop();
        return found ? found[1] + hash : null;
        }
        function goElsewhere() {
        const address = elsewhere(location.hash);
        if (address) location.replace(address);
        return address !== null;
        }
        addEventListener('hashchange', goElsewhere);
        const pill = document.querySelector('.pill');
        let above = null;
        function updatePill() {
        if (!pill) return;
        const index = firstBelow(1);
        above = cells[index - 1] ?? null;
        const count = (cells[index]?.number ?? COUNT + 1) - 1;
        const href = above ? '#' + above.element.id : thread.dataset.earlier;
        pill.hidden = !href || count < 1;
        if (pill.hidden) return;
        pill.href = href;
        const text = counted('earlier', count);
        if (pill.textContent === text) return;
        pill.textContent = text;
        pill.setAttribute('aria-label', counted('earlierLabel', count));
        }
        pill?.addEventListener('click', event => {
        if (!above || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        showTop(above);
        });
        document.querySelector('.skip')?.addEventListener('click', event => {
        event.preventDefault();
        showTop(cells[cells.length - 1]);
        });
        function showTop(cell) {
        place = { cell, offset: 0 };
        restore();
        cell.element.focus({ preventScroll: true });
        schedule();
        }
        """#

    static let threadPlace = #"""
        let place = null;
        let lastScrollY = -1;
        const top = cell => cell.element.getBoundingClientRect().top;
        function firstBelow(limit) {
        let low = 0, high = cells.length;
        while (low < high) {
        const middle = (low + high) >> 1;
        if (cells[middle].element.getBoundingClientRect().bottom > limit) high = middle; else low = middle + 1;
        }
        return low;
        }
        function anchorTo(cell) { place = { cell, offset: -top(cell) }; }
        function savePosition() {
        if (!cells.length) return;
        let index = Math.min(firstBelow(1), cells.length - 1);
        if (top(cells[index]) < -1 && index + 1 < cells.length && top(cells[index + 1]) < innerHeight) index += 1;
        anchorTo(cells[index]);
        lastScrollY = scrollY;
        }
        let jumpEnd = 0;
        const JUMP_TIME = 1000; // the longest time of a jump, in milliseconds
        addEventListener('keydown', event => { if (['Home', 'End'].includes(event.key)) jumpEnd = performance.now() + JUMP_TIME; });
        addEventListener('scrollend', () => { jumpEnd = 0; });
        function restore() {
        if (!place || performance.now() < jumpEnd) return;
        const target = top(place.cell) + place.offset;
        if (Math.abs(target) > 0.5) scrollTo({ left: 0, top: scrollY + target, behavior: 'instant' });
        lastScrollY = scrollY;
        }
        function keepPosition(action) {
        if (Math.abs(scrollY - lastScrollY) > 1) savePosition();
        action();
        restore();
        }
        function change(action) { keepPosition(action); schedule(); }
        let isScheduled = false;
        function schedule() {
        if (isScheduled) return;
        isScheduled = true;
        requestAnimationFrame(() => setTimeout(() => { isScheduled = false; update(); }));
        }
        function distance(cell, box = cell.element.getBoundingClientRect()) {
        return Math.max(box.top - innerHeight, -box.bottom, 0);
        }
        function update() {
        const near = [];
        for (let index = firstBelow(-1.5 * innerHeight); index < cells.length; index++) {
        const cell = cells[index], box = cell.element.getBoundingClientRect();
        if (box.top > 2.5 * innerHeight) break;
        if (!cell.box) continue;
        if (cell.data.body !== undefined) near.push([distance(cell, box), cell]);
        else if (cell.data.url && !cell.remote) fetchBody(cell);
        }
        const wanted = new Set(near.sort((a, b) => a[0] - b[0]).slice(0, MAX_FRAMES).map(pair => pair[1]));
        const missing = [...wanted].find(cell => !live.has(cell));
        const spare = [...live].filter(cell => !wanted.has(cell) && cell.frame !== document.activeElement);
        const far = spare.sort((a, b) => distance(b) - distance(a))[0];
        const movable = missing && canMove && spare.find(cell => cell.content && hasPolicyFor(cell.frame, missing));
        updatePill();
        if (movable) keepPosition(() => move(movable, missing));
        else if (missing && live.size < MAX_FRAMES) mount(missing); // which changes no height
        else if (far && (canMove ? missing && far.content : live.size + wanted.size > MAX_FRAMES || distance(far) > 4 * innerHeight)) keepPosition(() => unmount(far));
        else return;
        schedule();
        }
        """#

    static let threadPrinting = #"""
        const PAGE_HEIGHT = 900;
        function plainText(html) {
        const mail = new DOMParser().parseFromString(html, 'text/html');
        for (const style of mail.querySelectorAll('style')) style.remove();
        const texts = mail.createTreeWalker(mail.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
        const text = texts.currentNode;
        text.data = text.parentElement.closest('pre, [style*="pre"]') ? text.data.replace(/^ +/gm, spaces => '\u00a0'.repeat(spaces.length))
        : text.data.replace(/[ \t\r\n\f]+/g, ' ');
        }
        for (const image of mail.images) if (image.alt.trim()) image.after('[' + image.alt.trim() + ']');
        for (const cell of mail.querySelectorAll('td, th')) cell.after(' ');
        for (const block of mail.querySelectorAll('p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre')) block.after('\n\n');
        for (const line of mail.querySelectorAll('br, div, li, tr, hr')) line.after('\n');
        return mail.body.textContent.replace(/ *\n */g, '\n').replace(/\n{3,}/g, '\n\n').trim();
        }
        function printAsText(cell) {
        const text = document.createElement('div');
        text.className = 'printout';
        text.dir = 'auto';
        text.textContent = cell.remote?.isPlain ? cell.remote.text
        : plainText((cell.data.body ?? cell.remote.text) + (cell.showsQuote ? '<hr>' + cell.data.quoted : ''));
        cell.box.append(text);
        }
        addEventListener('beforeprint', () => {
        if (Math.abs(scrollY - lastScrollY) > 1) savePosition();
        document.body.classList.add('printing');
        for (const cell of live) measure(cell);
        for (const cell of cells)
        if (cell.box && (cell.data.body ?? cell.remote?.text) !== undefined && (!cell.content || cell.hiddenUntil || cell.height > PAGE_HEIGHT)) printAsText(cell);
        });
        addEventListener('afterprint', () => {
        document.body.classList.remove('printing');
        for (const text of document.querySelectorAll('.printout')) text.remove();
        for (const cell of live) measure(cell);
        restore();
        });
        """#

    static let threadStart = #"""
        for (const cell of cells) {
        if (opened.has(cell.number)) open(cell); else prepare(cell);
        cell.element.querySelector('button.blurb')?.addEventListener('click', () => {
        opened.add(cell.number);
        read.add(cell.number);
        remember();
        anchorTo(cell);
        change(() => open(cell));
        update();
        saveHistory();
        });
        }
        const all = document.querySelector('[data-all-images]');
        if (all) {
        all.hidden = allAllowed;
        all.addEventListener('click', () => {
        allAllowed = true;
        allowed.add('all');
        tabStorage.set('images:' + key, JSON.stringify([...allowed]));
        all.hidden = true;
        change(() => cells.forEach(cell => cell.remote?.text ? showRemote(cell) : showImages(cell)));
        });
        }
        for (const cell of cells)
        if (lastRead && cell.number > lastRead && !read.has(cell.number)) {
        const mark = document.createElement('span');
        mark.className = 'new';
        mark.textContent = word('newMessage');
        cell.element.prepend(mark);
        }
        function markRead() {
        let hasChanged = false;
        for (let index = firstBelow(1); index < cells.length && top(cells[index]) < innerHeight / 2; index++)
        if (!read.has(cells[index].number)) {
        read.add(cells[index].number);
        hasChanged = true;
        }
        if (hasChanged) remember();
        }
        if (goElsewhere()) return;
        history.scrollRestoration = 'manual';
        const saved = history.state?.place;
        const named = cells.find(cell => location.hash === '#' + cell.element.id);
        if (saved && byNumber.has(saved.number)) place = { cell: byNumber.get(saved.number), offset: saved.offset };
        else if (cells.length) place = { cell: named ?? cells[cells.length - 1], offset: 0 };
        thread.querySelectorAll('time').forEach(time => nameDate(time));
        restore();
        document.documentElement.classList.remove('placing');
        update();
        let timer = 0;
        function saveHistory() {
        clearTimeout(timer);
        timer = 0;
        if (!place) return;
        markRead();
        const { cell: { number }, offset } = place;
        history.replaceState({ ...history.state, place: { number, offset }, opened: [...opened] }, '');
        }
        addEventListener('scroll', () => {
        if (Math.abs(scrollY - lastScrollY) <= 1 || document.body.classList.contains('printing')) return;
        savePosition();
        schedule();
        clearTimeout(timer);
        timer = setTimeout(saveHistory, 250);
        }, { passive: true });
        addEventListener('scrollend', () => { if (timer) saveHistory(); });
        setTimeout(markRead, 1000);
        addEventListener('pagehide', saveHistory);
        addEventListener('resize', () => { restore(); schedule(); });
        addEventListener('load', () => { restore(); schedule(); });
        new ResizeObserver(() => { restore(); schedule(); }).observe(thread);
        """#

    static let threadState = #"""
        const thread = document.querySelector('[data-thread]');
        if (!thread) return document.documentElement.classList.remove('placing');
        const MAX_FRAMES = 24;
        const COUNT = Number(thread.dataset.count);
        const key = page(new URL(thread.dataset.thread || location.href, location.href).pathname);
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
        const kept = recall();
        for (const number of kept.opened) opened.add(number);
        for (const number of kept.read) read.add(number);
        try { memory.setItem('tabpipe:thread:' + key, JSON.stringify({ opened: packed(opened), read: packed(read) })); } catch { }
        }
        const remembered = name => { try { return asList(JSON.parse(tabStorage.get(name + key))); } catch { return []; } };
        const allowed = new Set(remembered('images:'));
        let allAllowed = thread.dataset.images === 'show' || allowed.has('all');
        const MAX_COVERED = 0.35;
        const bar = document.querySelector('.bar');
        function fitBar() {
        const height = bar.offsetHeight, isHigh = height > innerHeight * MAX_COVERED;
        document.body.classList.toggle('high-bar', isHigh);
        document.body.style.setProperty('--bar', (isHigh ? 0 : height) + 'px');
        }
        fitBar();
        new ResizeObserver(fitBar).observe(bar);
        addEventListener('resize', fitBar);
        """#
}
