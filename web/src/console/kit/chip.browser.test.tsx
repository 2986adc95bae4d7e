import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Chip } from './chip';

const CHOICES = Array.from({ length: 12 }, (_, at) => `Choice ${at + 1}`);

let root: Root | undefined;
afterEach(() => root?.unmount());

test('the chosen one of a row that is wider than its place is in sight', async () => {
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  const show = (chosen: string) =>
    root?.render(
      <MemoryRouter>
        <nav className="flex gap-1 overflow-x-auto" style={{ width: 240 }}>
          {CHOICES.map((name) => (
            <Chip key={name} to={`/${name}`} on={name === chosen}>
              {name}
            </Chip>
          ))}
        </nav>
      </MemoryRouter>,
    );
  const lies = (name: string) => {
    const chip = page.getByRole('link', { name, exact: true }).element().getBoundingClientRect();
    const row = page.getByRole('navigation').element().getBoundingClientRect();
    return chip.left >= row.left && chip.right <= row.right;
  };
  show('Choice 12');
  await expect.element(page.getByRole('link', { name: 'Choice 12', exact: true })).toBeVisible();
  expect(lies('Choice 12')).toBe(true);
  show('Choice 1');
  await expect.poll(() => lies('Choice 1')).toBe(true);
});
