// Compares texts for a search.

// `folded` removes case and accents. A search for "kuche" finds "Küche", one for "strasse" finds "Straße".
const alike = { 'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ı': 'i' };
const folded = text => text.toLowerCase().normalize('NFKD').replace(/(?![\u3099\u309A])\p{M}|\u0640/gu, '')
  .replace(/[ßæœøłđı]/g, letter => alike[letter]).normalize('NFC');
// The words of a search. A text that contains all of them is found.
const wordsOf = text => folded(text).split(/\s+/).filter(Boolean);
