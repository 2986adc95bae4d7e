import type { Page } from '@playwright/test';
import { Calls } from './calls';
import { enter, holderOf, memberToken, newPerson } from './member';
import { messageShown } from './message-shown';
import { expect, test } from './product';
import { stop } from './stop';

const hub = (page: Page) => page.getByRole('button', { name: /^Spin \d+/ });

/** The colour of the slice under the pointer, from the wheel's own pixels between the rim and the labels. */
const underPointer = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pen = canvas.getContext('2d');
    const [red = 0, green = 0, blue = 0] = pen?.getImageData(canvas.width / 2, canvas.width * 0.06, 1, 1).data ?? [];
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  });

// A member with the coins of its first deposit, on a phone and on a desktop.
for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
])
  test(`spins what the server drew, claims a coupon and checks the draws, at ${viewport.width}`, async ({
    browser,
    product,
    request,
  }) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const person = newPerson();
    const token = await memberToken(request, product, person);
    const calls = new Calls(request, product, token);
    await calls.deposit(500, { fromBank: 'KBANK', fromAccount: person.accountNo, fromName: holderOf(person) });
    await enter(page, token);
    await page.goto(`${product.app}/user/home`);
    await expect(page.getByTestId('total')).toHaveText('฿500.00');

    const { activeSpinwheel: wheel, userCoin } = await calls.get('/api/spinwheel/setup');
    expect(userCoin).toBeGreaterThan(3);
    await page.getByRole('link', { name: /Wheel/ }).click();
    await expect(hub(page)).toHaveText(`Spin${userCoin} coins`);
    await stop(page, 'wheel');

    // Spins until it wins. Every losing slice must be shown as one.
    let coins = userCoin;
    for (let won = false; !won && coins > 0; ) {
      const answer = page.waitForResponse('**/api/spinwheel/spin');
      await hub(page).click();
      const { result, remainingCoin } = await (await answer).json();
      await expect(page.getByRole('dialog')).toBeVisible();
      const slice = wheel.slices.find(({ code }: { code: string }) => code === result);
      await expect(page.locator('main [aria-live]')).toContainText(slice.label);
      expect(await underPointer(page), result).toBe(slice.bgColor.toLowerCase());
      const claim = page.getByRole('button', { name: 'Claim the prize' });
      await expect(claim.or(page.getByText('No prize this time'))).toBeVisible();
      won = await claim.isVisible();
      expect(won).toBe((await calls.get('/api/spinwheel/coupon')).length > 0);
      coins = remainingCoin;
      await stop(page, won ? 'wheel-won' : 'wheel-nothing');
      if (won) await claim.click();
      else await page.getByRole('button', { name: 'Back to the wheel' }).click();
      // A closing sheet is still in the page, and would be taken for the next draw's.
      if (!won) await expect(page.getByRole('dialog')).toBeHidden();
    }

    await test.step('claims the prize', async () => {
      await stop(page, 'wheel-claim');
      const claimed = messageShown(page, /(฿|Coins: )[\d,.]+ received/);
      await page
        .getByRole('button', { name: /^Claim (฿|Coins)/ })
        .last()
        .click();
      await claimed;
      await expect(page.getByText('No coupons yet')).toBeVisible();
      expect(await calls.get('/api/spinwheel/coupon')).toEqual([]);
    });

    await test.step('reveals the seed and recalculates every draw', async () => {
      await page.getByRole('button', { name: 'Check the draws' }).click();
      await page.getByRole('button', { name: 'Reveal it and start a new one' }).click();
      await expect(page.getByText(`Draws checked, all right: ${userCoin - coins}`)).toBeVisible();
      await stop(page, 'wheel-proof');
    });
    await context.close();
  });
