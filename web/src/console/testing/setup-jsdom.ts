import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { setTheme } from '@/console/kit/theme';
import { forgetTaps } from '@/shared/api/tap-key';
import { clearToasts } from '@/shared/ui/toaster';
import { endCalls, watchCalls } from '@/testing/calls';
import { startClock } from '@/testing/clock';
import { printPagesLate } from '@/testing/lazy-errors';
import { answerWhatIsShown } from '@/testing/shown';
import { PATIENCE } from '../../../testing/patience.mjs';
import { server } from './mock-server';

configure({ asyncUtilTimeout: PATIENCE });

// jsdom has no layout: code that only reads it gets an empty answer.
window.matchMedia ??= (query) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
Element.prototype.scrollIntoView ??= () => undefined;
class Unseeing {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver ??= Unseeing as unknown as typeof ResizeObserver;

answerWhatIsShown();
printPagesLate();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  watchCalls();
});
beforeEach(() => {
  forgetTaps();
  setTheme('system');
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(async () => {
  act(clearToasts);
  cleanup();
  startClock();
  await endCalls();
  server.resetHandlers();
});
afterAll(() => server.close());
