// Runs in the head of the page: hides the messages until the view is placed.

document.documentElement.classList.add('placing');
addEventListener('DOMContentLoaded', () => document.documentElement.classList.remove('placing'));
