import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '@/console/i18n';
import { Table } from '@/console/testing/gallery';

let root: Root | undefined;
beforeEach(async () => {
  await setLocale('en');
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(<Table count={10_000} />);
  await expect.element(page.getByRole('table')).toBeVisible();
});
afterEach(() => root?.unmount());

const bodyRows = () => document.querySelectorAll('tbody tr:not([data-space])');

test('ten thousand rows are a few dozen in the page, and say how many they are', async () => {
  await expect.element(page.getByRole('cell', { name: 'Member 1', exact: true })).toBeVisible();
  expect(bodyRows().length).toBeLessThan(40);
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '10001');
});

test('the keys move through it, to rows that were not in the page, and open one', async () => {
  await userEvent.keyboard('jj');
  await expect.element(page.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '4');
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '10001');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('status')).toHaveTextContent('Member 9999');
});

test('a complete list sorts at a press of its head', async () => {
  await page.getByRole('button', { name: 'Amount' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('90,027.50');
});

test('a row that opens nothing does not look as if it did, and no key opens it', async () => {
  root?.render(<Table count={10_000} opens={() => false} />);
  await expect.element(page.getByRole('cell', { name: 'Member 2', exact: true })).toBeVisible();
  await expect.poll(() => document.querySelector('tbody tr.cursor-pointer')).toBeNull();
  await page.getByRole('cell', { name: 'Member 2', exact: true }).click();
  await userEvent.keyboard('j{Enter}');
  await expect.element(page.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '3');
  await expect.element(page.getByRole('status')).toHaveTextContent('');
});
