import type { Page } from '@playwright/test';
import { AGAIN } from './calls';

/**
 * A tap that moves money, until the product takes it: on a slow day it may be busy and ask to try again in a moment. Then
 * nothing has moved, and the member taps once more.
 */
export async function tapUntilTaken(page: Page, path: string, tap: () => Promise<void>): Promise<void> {
  for (;;) {
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
    await tap();
    const answer = await answered;
    if (answer.ok() || !AGAIN.has((await answer.json()).message)) return;
  }
}
