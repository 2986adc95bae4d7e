import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { currentLocale, setLocale, startLocale } from '@/shared/i18n';
import { renderApp } from '@/testing/render-app';
import { deviceId, guestId } from './identity';
import { startSession } from './session';
import { kept } from './storage';

afterEach(() => vi.restoreAllMocks());

test('a logout in another tab is a logout here', async () => {
  kept.set('remember-agreement', 'true');
  const app = await renderApp({ path: '/user/profile', member: true });
  await screen.findByText('SOMYING JAIDEE');
  localStorage.removeItem('token');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  await waitFor(() => expect(app.at()).toBe('/login'));
});

test('a token is in one place only, bare', () => {
  startSession('one', true);
  startSession('two', false);
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'two']);
  startSession('three', true);
  expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['three', null]);
});

test('the device and the guest keep their ids', () => {
  expect(deviceId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([deviceId(), guestId()]).toEqual([localStorage.getItem('device-id'), localStorage.getItem('guest-id')]);
});

test('ids are also made without TLS', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(undefined as never);
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  expect(deviceId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  Reflect.deleteProperty(crypto, 'randomUUID');
});

test('if storage is refused, the session lasts as long as the page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
  startSession('private', true);
  expect(kept.get('token')).toBe('private');
  kept.remove('token');
  expect(kept.get('token')).toBeNull();
});

describe('the language at the start', () => {
  test('is the one that was chosen here before', async () => {
    await setLocale('en');
    await startLocale('lo');
    expect(currentLocale()).toBe('en');
  });

  test("is the market's by default, which does not count as a choice", async () => {
    await startLocale('lo');
    expect([currentLocale(), document.documentElement.lang]).toEqual(['lo', 'lo']);
    expect(localStorage.getItem('locale')).toBeNull();
  });
});
