import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { forgetTaps } from '@/shared/api/tap-key';
import { setConfig } from '@/shared/config';
import { clearToasts } from '@/shared/ui/toaster';
import { PATIENCE } from '../../testing/patience.mjs';
import { endCalls, watchCalls } from './calls';
import { startClock } from './clock';
import { makeConfig } from './factories';
import { printPagesLate } from './lazy-errors';
import { server } from './server';
import { answerWhatIsShown } from './shown';

configure({ asyncUtilTimeout: PATIENCE });

// jsdom has no layout: code that only reads it gets an empty answer.
window.matchMedia ??= (query) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
class Unseeing {
  observe() {}
  disconnect() {}
}
window.IntersectionObserver ??= Unseeing as unknown as typeof IntersectionObserver;
window.ResizeObserver ??= Unseeing as unknown as typeof ResizeObserver;

// The app's style sheet is not loaded, only the rules that hide or disable an element.
document.head.innerHTML = '<style>.invisible{visibility:hidden}</style>';

answerWhatIsShown();
printPagesLate();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  watchCalls();
});
beforeEach(() => {
  forgetTaps();
  setConfig(makeConfig());
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(async () => {
  // Toasts have a root of their own: their timers must not outlive the window.
  act(clearToasts);
  cleanup();
  startClock();
  await endCalls();
  server.resetHandlers();
});
afterAll(() => server.close());
