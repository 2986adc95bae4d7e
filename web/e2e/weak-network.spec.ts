import { hearing } from '../testing/quiet.mjs';
import { enter, memberToken, newPerson } from './member';
import { messageShown } from './message-shown';
import { expect, test } from './product';
import { stop } from './stop';

test('without a network, a part that is not loaded yet says so, and the rest stays', async ({
  browser,
  product,
  request,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const quiet = hearing(page);
  await enter(page, await memberToken(request, product, newPerson()));
  // The code that shows faults is fetched ahead.
  const ahead = page.waitForResponse(/toaster/);
  await page.goto(`${product.app}/user/home`);
  await expect(page.getByTestId('total')).toHaveText('฿0.00');
  await ahead;
  await quiet();
  await context.setOffline(true);

  await test.step('a sheet that was not opened before', async () => {
    const failed = messageShown(page, 'No answer from the server');
    await page.getByRole('button', { name: 'Conditions' }).click();
    await failed;
    await expect(page).toHaveURL(`${product.app}/user/home`);
    await expect(page.getByTestId('total')).toBeVisible();
    await stop(page, 'weak-sheet');
  });

  await test.step('a page that was not opened before, which loads by itself when the network returns', async () => {
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect(page.getByText('This could not be loaded')).toBeVisible();
    await stop(page, 'weak-page');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Statement' })).toBeVisible();
    await page.getByRole('button', { name: 'Conditions' }).click();
    await expect(page.getByRole('dialog', { name: 'Conditions' })).toBeVisible();
  });
  await context.close();
});
