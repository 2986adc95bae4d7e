import type { Page } from '@playwright/test';

/**
 * Waits for a message that disappears after some seconds. Call it before the action, and await it afterwards. The page
 * itself observes the message, so a slow machine can't miss it between two polls from outside.
 */
export function messageShown(page: Page, text: string): Promise<void> {
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
