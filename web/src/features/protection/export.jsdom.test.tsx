import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { OwnExport } from '@/shared/api/wire';
import { rememberAgreement } from '@/shared/session/agreement';
import { pass, stopClock } from '@/testing/clock';
import { onGet, onPost, refuse } from '@/testing/handlers';
import { makeExport } from '@/testing/protection-handlers';
import { renderApp } from '@/testing/render-app';

const DAY = 86_400_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const taken: string[] = [];

beforeEach(() => {
  rememberAgreement();
  taken.length = 0;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    taken.push(this.pathname);
  };
});

/** The sheet of a member whose export is this one; `asks` are the languages that it asked for. */
async function sheetOf(first: Partial<OwnExport>, more: Parameters<typeof renderApp>[0]['handlers'] = []) {
  let own = makeExport(first);
  const asks: string[] = [];
  const app = await renderApp({
    path: '/user/profile',
    member: true,
    handlers: [
      onGet('/api/account/export', () => own),
      onPost('/api/account/export', ({ body }) => {
        asks.push(body.language);
        own = makeExport({ state: 'ready', until: later(3 * DAY), again: later(DAY) });
        return makeExport({ state: 'making', language: body.language, again: later(DAY) });
      }),
      ...more,
    ],
  });
  await app.user.click(await screen.findByRole('button', { name: /^Your data/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Your data' }));
  return { ...app, asks, sheet };
}

it('is asked for in the language of the page, followed until it is there, and taken as two files', async () => {
  stopClock();
  const { user, sheet, asks } = await sheetOf({});
  await user.click(await sheet.findByRole('button', { name: 'Ask for my data' }));
  expect(await sheet.findByText(/^Your data is being put together/)).toBeVisible();
  expect(sheet.queryByRole('button', { name: 'Ask for my data' })).toBeNull();
  await pass(2_100);
  expect(await sheet.findByText(/^Your data is ready. It stays here until/)).toBeVisible();
  expect(sheet.getByText(/^You can ask again from/)).toBeVisible();
  await user.click(sheet.getByRole('button', { name: 'Page to read' }));
  await waitFor(() => expect(taken).toEqual(['/export/own.m1/page.html']));
  await user.click(sheet.getByRole('button', { name: 'File for programs (JSON)' }));
  await waitFor(() => expect(taken).toEqual(['/export/own.m1/page.html', '/export/own.m1/data.json']));
  expect(asks).toEqual(['en']);
});

it('can be asked for again after a day, or if it failed', async () => {
  const old = await sheetOf({ state: 'ready', until: later(DAY) });
  expect(await old.sheet.findByRole('button', { name: 'Ask for my data' })).toBeVisible();
  old.unmount();
  const failed = await sheetOf({ state: 'failed' });
  expect(await failed.sheet.findByText(/^That did not work/)).toBeVisible();
  expect(failed.sheet.getByRole('button', { name: 'Ask for my data' })).toBeVisible();
});

it('says why it can’t be taken', async () => {
  const gone = onPost('/api/account/export/open', () => {
    throw refuse(503, 'TRY_AGAIN');
  });
  const { user, sheet } = await sheetOf({ state: 'ready', until: later(DAY) }, [gone]);
  await user.click(await sheet.findByRole('button', { name: 'Page to read' }));
  expect(await sheet.findByRole('alert')).toBeVisible();
  expect(taken).toEqual([]);
});
