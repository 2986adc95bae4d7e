import type { Page } from '@playwright/test';
import { AGAIN } from './calls';

/**
 * Taps a button that moves money until the product accepts it. On a slow day the product may be busy and ask for
 * another try. Then nothing has moved, and the member taps once more.
 */
export async function tapUntilTaken(page: Page, path: string, tap: () => Promise<void>): Promise<void> {
  for (;;) {
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
    await tap();
    const answer = await answered;
    if (answer.ok() || !AGAIN.has((await answer.json()).message)) return;
  }
}
