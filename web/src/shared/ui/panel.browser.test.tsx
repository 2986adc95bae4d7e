import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { setLocale } from '@/shared/i18n';
import { Panel } from './panel';
import { SheetContext } from './sheet-state';

test.each([
  [360, 740],
  [1280, 900],
])('at %d px the focus begins on the panel, not on the way out of it', async (width, height) => {
  await page.viewport(width, height);
  await setLocale('en');
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  const nothing = () => undefined;
  root.render(
    <SheetContext value={{ open: true, drawn: true, close: nothing, closed: nothing }}>
      <Panel title="Chat with us">Nobody can write yet.</Panel>
    </SheetContext>,
  );
  const panel = page.getByRole('dialog', { name: 'Chat with us' });
  await expect.element(panel).toHaveFocus();
  root.unmount();
});
