import { expect, onTestFinished, test } from 'vitest';
import { computedStyle } from './shown';

const NAMES = ['display', 'visibility', 'opacity', 'pointer-events', 'position', 'color'];

const PAGE = `
  <main><p>text <b>bold</b></p><button type="button">press</button><input type="hidden"><input type="text"></main>
  <div class="invisible"><span>not seen</span><b style="visibility: visible"><i>seen</i></b></div>
  <div hidden><p>hidden</p></div><div style="display: none"><p>none</p></div>
  <div style="pointer-events: none; position: fixed"><span>dead</span><b style="pointer-events: auto"><i>alive</i></b></div>
  <div style="opacity: 0; color: red"><span>clear</span></div>
  <dialog>closed</dialog><dialog open>open</dialog>
  <details><summary>closed</summary><p>more</p></details><details open><summary>open</summary><p>more</p></details>
  <table><thead hidden><tr><th>head</th></tr></thead><tbody><tr hidden><td>row</td></tr></tbody></table>
  <select><option>one</option></select><template><p>none</p></template><script type="text/plain"></script><svg><path/></svg>`;

function expectJsdoms(page: Element) {
  const elements = [document.documentElement, document.body, ...page.querySelectorAll('*')];
  expect(elements.length).toBeGreaterThan(40);
  for (const element of elements) {
    const [told, right] = [getComputedStyle(element), computedStyle(element)];
    const of = (style: CSSStyleDeclaration) => NAMES.map((name) => [name, style.getPropertyValue(name)]);
    expect([element.outerHTML, ...of(told)]).toEqual([element.outerHTML, ...of(right)]);
    expect([told.display, told.visibility, told.opacity, told.pointerEvents]).toEqual([
      right.display,
      right.visibility,
      right.opacity,
      right.pointerEvents,
    ]);
  }
}

test('says of what is shown what jsdom computes, also after each change', () => {
  // A page of its own: the window is the next files', too, and a body without its toasts or not shown would be theirs.
  const page = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => page.remove());
  page.innerHTML = PAGE;
  expect(getComputedStyle).not.toBe(computedStyle);
  expectJsdoms(page);
  const change = (find: string, by: (element: HTMLElement) => void) => {
    for (const element of page.querySelectorAll<HTMLElement>(find)) by(element);
    expectJsdoms(page);
  };
  change('main', (element) => element.classList.add('invisible'));
  change('[hidden]', (element) => element.removeAttribute('hidden'));
  change('dialog', (element) => element.toggleAttribute('open'));
  change('[style]', (element) => element.style.setProperty('display', 'none'));
  change('.invisible', (element) => element.classList.remove('invisible'));
});
