import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/shared/config';
import { watchInstall } from '@/shared/lib/install-offer';
import { rememberAgreement } from '@/shared/session/agreement';
import { makeConfig } from '@/testing/factories';
import { renderApp } from '@/testing/render-app';

const path = '/user/profile';
const row = () => screen.queryByText('Install the app on this device');
const shown = () => screen.findByText('SOMYING JAIDEE');

/** Fires Chrome's event that the page can be installed. */
function offer() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn() });
  act(() => void window.dispatchEvent(event));
  return event;
}
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const agent = (text: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(text);

beforeAll(watchInstall);
beforeEach(rememberAgreement);
afterEach(() => {
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  vi.restoreAllMocks();
});

it("shows the browser's question once, at a tap", async () => {
  const { user } = await renderApp({ path, member: true });
  await shown();
  expect(row()).toBeNull();
  const event = offer();
  expect(event.defaultPrevented).toBe(true);
  await user.click(screen.getByRole('button', { name: /Install the app on this device/ }));
  expect(event.prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(row()).toBeNull());
});

it('disappears once the app is installed, and in the app itself', async () => {
  await renderApp({ path, member: true });
  await shown();
  offer();
  expect(row()).not.toBeNull();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(row()).toBeNull();
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: true, media: query }) as MediaQueryList);
  offer();
  expect(row()).toBeNull();
});

it("shows where Safari has it on an iPhone, and nothing in another app's browser", async () => {
  agent(`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`);
  const safari = await renderApp({ path, member: true });
  await shown();
  expect(screen.getByText(/Tap Safari’s Share button/)).toBeInTheDocument();
  safari.unmount();
  agent(`${IPHONE} Mobile/15E148 Safari Line/14.19.0`);
  await renderApp({ path, member: true });
  await shown();
  expect(row()).toBeNull();
});

it("is not offered in another site's frame", async () => {
  setConfig(makeConfig({ iframe: true }));
  await renderApp({ path, member: true });
  await shown();
  offer();
  expect(row()).toBeNull();
});
