import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setConfig } from '@/shared/config';
import { loadTexts, setLocale } from '@/shared/i18n';
import { makeConfig } from '@/testing/factories';
import { App } from './app';
import { Providers } from './providers';
import { createQueryClient } from './query-client';

/** Sheets in a real engine: history, focus, animation. The how-to videos need no server. */
let root: Root;
beforeEach(async () => {
  setConfig(makeConfig());
  await setLocale('en');
  await loadTexts('open');
  history.replaceState(null, '', '/howto');
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  root = createRoot(element);
  root.render(
    <Providers client={createQueryClient()}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Providers>,
  );
});
afterEach(() => root.unmount());

const card = page.getByRole('button', { name: 'Using the wallet' });
const sheet = page.getByRole('dialog', { name: 'Using the wallet' });
const gone = () => expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();

test('Back closes the sheet and leaves the page', async () => {
  await card.click();
  await expect.element(sheet).toBeVisible();
  expect(location.search).toBe('?sheet=video&id=wallet');
  history.back();
  await gone();
  expect(location.pathname + location.search).toBe('/howto');
});

test('Escape closes it, and the focus returns to what opened it', async () => {
  await card.click();
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await gone();
  expect(location.search).toBe('');
  await expect.poll(() => document.activeElement?.textContent).toContain('Using the wallet');
});

test('the close button closes it, and the same sheet opens again', async () => {
  await card.click();
  await page.getByRole('button', { name: 'Close' }).click();
  await gone();
  await card.click();
  await expect.element(sheet).toBeVisible();
});

test('the focus stays inside while it is open', async () => {
  await card.click();
  await expect.element(sheet).toBeVisible();
  for (let i = 0; i < 6; i++) {
    await userEvent.keyboard('{Tab}');
    expect(
      document.activeElement?.closest('[role=dialog]') ??
        document.activeElement?.hasAttribute('data-base-ui-focus-guard'),
    ).toBeTruthy();
  }
});

test('a sheet lies over the bottom menu', async () => {
  await card.click();
  await expect.element(sheet).toBeVisible();
  const lowest = () => document.elementFromPoint(innerWidth / 2, innerHeight - 10);
  await expect.poll(() => lowest()?.closest('[role=dialog]') ?? null).not.toBeNull();
});

test('the first sheet opens with an animation', async () => {
  let moving = 0;
  const count = () => {
    moving += document.getAnimations().filter(({ effect }) => isOf(effect, '[role=dialog]')).length;
    if (!done) requestAnimationFrame(count);
  };
  let done = false;
  requestAnimationFrame(count);
  await card.click();
  await expect.element(sheet).toBeVisible();
  await expect.poll(() => moving).toBeGreaterThan(0);
  done = true;
});

test('the second tap of a double tap does not close it again', async () => {
  await expect.element(card).toBeVisible();
  const settle = holdTapDelay();
  const { x, y, width, height } = card.element().getBoundingClientRect();
  const second = onceOpen(() => tap(x + width / 2, y + height / 2));
  await card.click();
  await second;
  await expect.poll(moves).toBe(false);
  await expect.element(sheet).toBeVisible();
  // A deliberate tap does.
  settle();
  await frames();
  tap(5, 5);
  await gone();
});

/** Taps right after a sheet has opened: a driver's second tap would come late on a busy machine. */
const onceOpen = (deed: () => void) =>
  new Promise<void>((done) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=dialog]')) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => done(deed())));
    }).observe(document.body, { childList: true, subtree: true });
  });

function tap(clientX: number, clientY: number) {
  const there = document.elementFromPoint(clientX, clientY);
  const how = { bubbles: true, cancelable: true, composed: true, clientX, clientY, isPrimary: true };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    there?.dispatchEvent(type.startsWith('p') ? new PointerEvent(type, how) : new MouseEvent(type, how));
  }
}

/**
 * A new sheet takes no tap for 400 ms (useAcceptsTaps). Here it takes none until the test says so, however slow the second
 * tap is.
 */
function holdTapDelay(): () => void {
  const real = window.setTimeout;
  const held: (() => void)[] = [];
  const start = (run: () => void, ms?: number) => (ms === 400 ? held.push(run) : real(run, ms));
  vi.spyOn(window, 'setTimeout').mockImplementation(start as typeof setTimeout);
  return () => {
    vi.restoreAllMocks();
    expect(held).not.toHaveLength(0);
    for (const run of held) run();
  };
}

const moves = () => document.getAnimations().some(({ playState }) => playState === 'running');

const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

const isOf = (effect: AnimationEffect | null, selector: string) =>
  effect instanceof KeyframeEffect && effect.target?.matches(selector);
