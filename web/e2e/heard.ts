import type { Page } from '@playwright/test';

/**
 * Waits for a message that goes by itself after some seconds: ask before what brings it, await it after. The page itself looks
 * out for it, so that on a slow machine it is not missed between two looks from outside.
 */
export function heard(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!document.body.textContent?.includes(wanted)) return false;
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
