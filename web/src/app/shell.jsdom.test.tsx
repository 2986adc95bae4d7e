import { onlineManager } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { setLocale } from '@/shared/i18n';
import { pass, stopClock } from '@/testing/clock';
import { makeAccount } from '@/testing/factories';
import { gate } from '@/testing/gate';
import { onGet, onPost } from '@/testing/handlers';
import { renderApp } from '@/testing/render-app';
import { Providers } from './providers';
import { createQueryClient } from './query-client';

const accepted = () => localStorage.setItem('remember-agreement', 'true');

describe('the agreement', () => {
  test('opens 1.5 s after the first visit; closing it is what counts', async () => {
    stopClock();
    const app = await renderApp({ path: '/user/profile', member: true });
    await screen.findByText('SOMYING JAIDEE');
    await pass(1499);
    expect(app.at()).toBe('/user/profile');
    await pass(1);
    await screen.findByRole('dialog', { name: 'Agreement' });
    expect(app.at()).toBe('/user/profile?sheet=agreement');
    expect(localStorage.getItem('remember-agreement')).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Understood and accepted' }));
    await waitFor(() => expect(app.at()).toBe('/user/profile'));
    expect(localStorage.getItem('remember-agreement')).toBe('true');
  });

  test('opens when its text is loaded, and is not accepted without it', async () => {
    stopClock();
    const words = gate();
    const app = await renderApp({
      path: '/user/profile',
      member: true,
      handlers: [onGet('/api/lookup/agreements', () => words.passed.then(() => ['<p>Twenty years old</p>']))],
    });
    await screen.findByText('SOMYING JAIDEE');
    await pass(20_000);
    expect(app.at()).toBe('/user/profile');
    words.open();
    const sheet = await screen.findByRole('dialog', { name: 'Agreement' });
    expect(await within(sheet).findByText('Twenty years old')).toBeInTheDocument();
    expect(within(sheet).getByRole('button', { name: 'Understood and accepted' })).toBeEnabled();
  });

  test('if opened by its address before its text is loaded, it can’t be accepted, and closing it accepts nothing', async () => {
    const told = vi.fn(() => ({ message: 'SUCCESS' as const }));
    const app = await renderApp({
      path: '/user/profile?sheet=agreement',
      member: true,
      handlers: [
        onGet('/api/lookup/agreements', () => gate().passed.then(() => [])),
        onPost('/api/account/agreement', told),
      ],
    });
    const sheet = await screen.findByRole('dialog', { name: 'Agreement' });
    expect(within(sheet).getByRole('button', { name: 'Understood and accepted' })).toBeDisabled();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(app.at()).toBe('/user/profile'));
    expect(localStorage.getItem('remember-agreement')).toBeNull();
    expect(told).not.toHaveBeenCalled();
  });

  test('is not shown again', async () => {
    accepted();
    stopClock();
    const app = await renderApp({ path: '/user/profile', member: true });
    await screen.findByText('SOMYING JAIDEE');
    await pass(60_000);
    expect(app.at()).toBe('/user/profile');
  });
});

describe('the bottom menu', () => {
  test('opens the conditions as a sheet, with unsafe HTML removed', async () => {
    accepted();
    const app = await renderApp({
      path: '/user/profile',
      member: true,
      handlers: [onGet('/api/lookup/conditions', () => ['<p>Rule one<img src=x onerror="alert(1)"></p>'])],
    });
    await app.user.click(await screen.findByRole('button', { name: 'Conditions' }));
    const sheet = await screen.findByRole('dialog', { name: 'Conditions' });
    const rule = await within(sheet).findByText('Rule one');
    expect(rule.innerHTML).not.toContain('onerror');
    expect(app.at()).toBe('/user/profile?sheet=conditions');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.at()).toBe('/user/profile');
  });

  test('shows when there are no conditions, and when they cannot be loaded', async () => {
    accepted();
    const none = await renderApp({
      path: '/user/profile?sheet=conditions',
      member: true,
      handlers: [onGet('/api/lookup/conditions', () => [])],
    });
    await screen.findByText('There are no conditions yet');
    none.unmount();
    let fails = true;
    const flaky = http.get('*/api/lookup/conditions', () =>
      fails ? HttpResponse.json({ message: 'NO_DATA' }, { status: 404 }) : HttpResponse.json(['<p>Here</p>']),
    );
    const app = await renderApp({ path: '/user/profile?sheet=conditions', member: true, handlers: [flaky] });
    expect(await screen.findByRole('alert')).toHaveTextContent('No data found');
    fails = false;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Here');
  });

  test('marks the current page', async () => {
    accepted();
    await renderApp({ path: '/user/profile', member: true });
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    expect(within(menu).getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Profile', 'Home', 'Statement', 'Contact']);
  });
});

test('visitors have four menu entries and no top bar', async () => {
  await renderApp({ path: '/login' });
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  const places = within(menu).getAllByRole('link');
  expect(places.map((place) => [place.textContent, place.getAttribute('href')])).toEqual([
    ['Home', '/login'],
    ['Register', '/register'],
    ['How to', '/howto'],
    ['Contact', '/contact'],
  ]);
  expect(places[0]).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
});

describe('the top bar', () => {
  test('asks before it logs out, then ends the session here and on the server', async () => {
    accepted();
    const ended = vi.fn();
    const app = await renderApp({
      path: '/user/profile',
      member: true,
      handlers: [
        onPost('/api/logout', () => {
          ended();
          return { message: 'SUCCESS' };
        }),
      ],
    });
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }));
    const question = await screen.findByRole('alertdialog', { name: 'Log out?' });
    await app.user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(ended).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await app.user.click(screen.getByRole('button', { name: 'Log out' }));
    const again = await screen.findByRole('alertdialog');
    await app.user.click(within(again).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(app.at()).toBe('/login'));
    expect(ended).toHaveBeenCalledOnce();
    expect([localStorage.getItem('token'), localStorage.getItem('remember-agreement')]).toEqual([null, null]);
  });

  test('logs out of this browser even when the server can not be reached', async () => {
    accepted();
    const app = await renderApp({
      path: '/user/profile',
      member: true,
      handlers: [http.post('*/api/logout', () => HttpResponse.error())],
    });
    await app.user.click(await screen.findByRole('button', { name: 'Log out' }));
    await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(app.at()).toBe('/login'));
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('offers the other two languages', async () => {
    accepted();
    const app = await renderApp({ path: '/user/profile', member: true });
    const button = await screen.findByRole('button', { name: /Choose a language/ });
    await app.user.click(button);
    expect(screen.getByRole('button', { name: 'English' })).toBeDisabled();
    await app.user.click(screen.getByRole('button', { name: 'ລາວ' }));
    await screen.findByRole('link', { name: 'ໂປຣໄຟລ໌' });
    expect(screen.getByRole('button', { name: /ເລືອກພາສາ/ })).toHaveAttribute('aria-expanded', 'false');
  });
});

test('a lost network is reported, and so is its return', async () => {
  accepted();
  await renderApp({ path: '/user/profile', member: true });
  await screen.findByText('SOMYING JAIDEE');
  act(() => onlineManager.setOnline(false));
  expect(screen.getByText(/No internet connection/)).toBeInTheDocument();
  act(() => onlineManager.setOnline(true));
  expect(screen.queryByText(/No internet connection/)).toBeNull();
});

test('a lost network is shown in a sheet, too', async () => {
  accepted();
  await renderApp({ path: '/user/profile?sheet=conditions', member: true });
  const sheet = await screen.findByRole('dialog', { name: 'Conditions' });
  act(() => onlineManager.setOnline(false));
  expect(within(sheet).getByText(/No internet connection/)).toBeInTheDocument();
  act(() => onlineManager.setOnline(true));
  expect(within(sheet).queryByText(/No internet connection/)).toBeNull();
});

test('without a network a sheet shows in its place that it waits, and continues by itself', async () => {
  accepted();
  // Its code is loaded already.
  const before = await renderApp({ path: '/user/profile?sheet=conditions', member: true });
  await screen.findByRole('dialog', { name: 'Conditions' });
  before.unmount();
  act(() => onlineManager.setOnline(false));
  await renderApp({ path: '/user/profile?sheet=conditions', member: true });
  const sheet = await screen.findByRole('dialog', { name: 'Conditions' });
  expect(await within(sheet).findByText(/waits for the internet connection/)).toBeInTheDocument();
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(within(sheet).queryByText(/waits for the internet connection/)).toBeNull());
});

test('a slow answer shows a text until it arrives', async () => {
  stopClock();
  accepted();
  const held = gate();
  await renderApp({
    path: '/user/profile',
    member: true,
    handlers: [onGet('/api/account/profile', () => held.passed.then(() => makeAccount()))],
  });
  await screen.findByRole('navigation', { name: 'Main menu' });
  await pass(5000);
  await screen.findByText(/Still waiting for an answer/);
  held.open();
  await screen.findByText('SOMYING JAIDEE');
  await waitFor(() => expect(screen.queryByText(/Still waiting for an answer/)).toBeNull());
});

test('a screen reader announces each page that is opened', async () => {
  accepted();
  const { user } = await renderApp({ path: '/user/profile', member: true });
  await screen.findByText('SOMYING JAIDEE');
  await user.click(screen.getByRole('link', { name: 'Statement' }));
  await waitFor(() => expect(screen.getByTestId('page-speaker')).toHaveTextContent('Statement'));
});

function Broken(): never {
  throw new Error('boom');
}

test('an error of the app shows a page that says what to do', async () => {
  await setLocale('en');
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <Providers client={createQueryClient()}>
      <Broken />
    </Providers>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  quiet.mockRestore();
});
