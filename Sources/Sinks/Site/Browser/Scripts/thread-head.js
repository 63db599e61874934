// Runs in the head of the page: hides the messages until the main script has scrolled to the reader's position.

document.documentElement.classList.add('placing');
addEventListener('DOMContentLoaded', () => document.documentElement.classList.remove('placing'));
