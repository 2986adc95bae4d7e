import type { Page } from '@playwright/test';

/**
 * Waits for a message that disappears after some seconds. Call it before the action, and await it afterwards. The page
 * itself observes the message, so a slow machine can't miss it between two polls from outside.
 */
export function messageShown(page: Page, text: string | RegExp): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const shown = document.body.textContent ?? '';
          if (typeof wanted === 'string' ? !shown.includes(wanted) : !wanted.test(shown)) return false;
          resolve();
          return true;
        };
        if (look()) return;
        const observer = new MutationObserver(() => {
          if (look()) observer.disconnect();
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    text,
  );
}
