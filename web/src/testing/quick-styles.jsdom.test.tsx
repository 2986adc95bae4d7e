import { afterEach, expect, test } from 'vitest';

afterEach(() => document.body.replaceChildren());

/** One after the other, so that later elements get the answers that were kept for the earlier ones. */
const PAGES = [
  '<p id="it">seen</p>',
  '<div style="display:none"><p id="it">inside of what is not there</p></div>',
  '<p id="it" style="display:none"></p>',
  '<p id="it" hidden></p>',
  '<div class="invisible"><p id="it">inherits</p></div>',
  '<div style="visibility:hidden"><p id="it" style="visibility:visible">says otherwise</p></div>',
  '<div style="visibility:hidden"><p id="it">seen elsewhere</p></div>',
  '<div style="pointer-events:none"><button id="it">no taps</button></div>',
  '<div style="pointer-events:none"><button id="it" style="pointer-events:auto">taps</button></div>',
  '<button id="it">taps, too</button>',
  '<input id="it" type="hidden">',
  '<input id="it" type="text">',
  '<dialog><p>closed</p></dialog><dialog id="it" open></dialog>',
  '<dialog id="it"></dialog>',
  '<template id="it"></template>',
];

/** What jsdom itself says of each (window.getComputedStyle without the short way). */
const SAID = [
  ['block', 'visible', 'auto'],
  ['block', 'visible', 'auto'],
  ['none', 'visible', 'auto'],
  ['none', 'visible', 'auto'],
  ['block', 'hidden', 'auto'],
  ['block', 'visible', 'auto'],
  ['block', 'hidden', 'auto'],
  ['inline-block', 'visible', 'none'],
  ['inline-block', 'visible', 'auto'],
  ['inline-block', 'visible', 'auto'],
  ['none', 'visible', 'auto'],
  ['inline-block', 'visible', 'auto'],
  ['block', 'visible', 'auto'],
  ['none', 'visible', 'auto'],
  ['none', 'visible', 'auto'],
];

test('an element is hidden, or takes no taps, exactly as jsdom says', () => {
  for (const [place, page] of PAGES.entries()) {
    document.body.innerHTML = page;
    const { display, visibility, pointerEvents } = getComputedStyle(document.querySelector('#it') as Element);
    expect([display, visibility, pointerEvents], page).toEqual(SAID[place]);
  }
});

test('a style sheet that comes later counts', () => {
  document.body.innerHTML = '<p class="late">seen</p>';
  const shown = () => getComputedStyle(document.querySelector('.late') as Element).display;
  expect(shown()).toBe('block');
  document.body.append(Object.assign(document.createElement('style'), { textContent: '.late{display:none}' }));
  expect(shown()).toBe('none');
});
