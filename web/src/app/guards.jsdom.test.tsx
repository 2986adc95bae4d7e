import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession, useSessionToken } from '@/shared/session/session';
import { gate } from '@/testing/gate';
import { Elsewhere } from './guards';

afterEach(() => window.history.replaceState(null, '', '/'));

function Door() {
  return useSessionToken() ? <p>inside</p> : <Elsewhere to="/there" />;
}

test('Back before the redirect is drawn still leads to its target, and to no empty page', async () => {
  const code = gate();
  const There = lazy(() => code.passed.then(() => ({ default: () => <p>there</p> })));
  startSession('fixture-token', true);
  window.history.replaceState(null, '', '/here');
  window.history.pushState(null, '', '/here');
  render(
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route path="/here" element={<Door />} />
          <Route path="/there" element={<There />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  expect(screen.getByText('inside')).toBeInTheDocument();
  await act(async () => endSession());
  expect(window.location.pathname).toBe('/there');
  const wentBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await wentBack;
  });
  await act(async () => code.open());
  expect(await screen.findByText('there')).toBeInTheDocument();
  expect(window.location.pathname).toBe('/there');
});
