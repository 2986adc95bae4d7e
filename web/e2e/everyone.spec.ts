import type { Page } from '@playwright/test';
import { enter, memberToken, newPerson } from './member';
import { expect, test } from './product';
import { whole } from './whole';

// Accessibility: the keyboard alone, reduced motion, a phone in landscape, and the app in Laos. Large text: tour.spec.ts.
const MEMBER = [
  'home',
  'home?sheet=deposit',
  'home?sheet=withdraw',
  'home?sheet=transfer',
  'home?sheet=game&code=joker',
];
const PAGES = [...MEMBER, 'statement', 'bonus', 'spin', 'profile', 'contact'];

const opened = (page: Page, path: string) =>
  path.includes('sheet') ? page.getByRole('dialog') : page.getByRole('main');

test('with the keyboard alone: logs in, opens a sheet, goes through its tabs, comes back', async ({
  page,
  product,
  request,
}) => {
  const person = newPerson();
  await memberToken(request, product, person);
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await page.goto(`${product.app}/login`);
  await page.getByLabel('Phone number').focus();
  await page.keyboard.type(person.phone);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/user/home');
  await expect(page.getByRole('dialog', { name: 'Agreement' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const deposit = page.getByRole('button', { name: 'Deposit', exact: true });
  await expect(deposit).toBeVisible();
  await tabTo(page, 'Deposit');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Deposit' });
  await expect(sheet.getByRole('tab', { name: 'QR code' })).toBeVisible(); // it comes with the server's answer
  await tabTo(page, 'QR code');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'TrueMoney link' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(deposit).toBeFocused();
});

/**
 * Presses Tab until the control with this name has the focus. A member who can't see a mouse pointer has no other way.
 */
async function tabTo(page: Page, name: string) {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const at = document.activeElement;
      return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim();
    });
    if (here === name) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('nothing moves for members who prefer reduced motion', async ({ browser, product, request }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await enter(page, await memberToken(request, product, newPerson()));
  for (const path of PAGES) {
    await page.goto(`${product.app}/user/${path}`);
    await expect(opened(page, path)).toBeVisible();
    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        const { duration, iterations } = effect?.getComputedTiming() ?? {};
        return Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY ? [String(duration)] : [];
      }),
    );
    expect(moving, path).toEqual([]);
  }
  // The classes of a skeleton and a sheet must not override it.
  const asked = await page.evaluate(() => {
    const probe = Object.assign(document.createElement('i'), {
      className: 'animate-pulse transition-transform duration-200',
    });
    document.body.append(probe);
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(probe);
    return [animationName, Number.parseFloat(animationDuration), Number.parseFloat(transitionDuration)];
  });
  expect(asked).toEqual(['pulse', expect.closeTo(0, 3), expect.closeTo(0, 3)]);
  await context.close();
});

test("on a phone's side the action of every sheet can be reached", async ({ browser, product, request }) => {
  const context = await browser.newContext({ viewport: { width: 740, height: 360 }, hasTouch: true });
  const page = await context.newPage();
  const person = newPerson();
  await enter(page, await memberToken(request, product, person));
  for (const path of MEMBER.slice(1)) {
    await page.goto(`${product.app}/user/${path}`);
    const buttons = page.getByRole('dialog').getByRole('button');
    await expect(buttons.first()).toBeVisible();
    // The last one may load late, with the server's answer.
    await expect
      .poll(
        () =>
          buttons.last().evaluate((button) => {
            button.scrollIntoView({ block: 'nearest' });
            return new Promise((seen) => new IntersectionObserver(([at]) => seen(at?.isIntersecting)).observe(button));
          }),
        path,
      )
      .toBe(true);
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' }).first(), path).toBeInViewport();
  }
  await context.close();
});

test('an operator in Laos greets in Lao and takes any phone number; a choice of language stays', async ({
  page,
  product,
}) => {
  await page.route('**/config.json', async (route) => {
    const response = await whole(route);
    await route.fulfill({ response, json: { ...(await response.json()), laos: true } });
  });
  const language = page.locator('html');
  await page.goto(`${product.app}/register`);
  const phone = page.getByLabel('ເບີໂທລະສັບ');
  await phone.fill('2055512345123');
  await expect(phone).toHaveValue('2055512345123');
  await expect(language).toHaveAttribute('lang', 'lo');
  await page.goto(`${product.app}/login`);
  await page.getByRole('radio', { name: 'ไทย' }).click();
  await expect(language).toHaveAttribute('lang', 'th');
  await page.goto(`${product.app}/howto`);
  await expect(page.getByRole('heading', { name: 'วิธีใช้งาน' })).toBeVisible();
  await expect(language).toHaveAttribute('lang', 'th');
});

test('a visitor plays each lesson of the demo in its sheet', async ({ page, product }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await page.goto(`${product.app}/howto`);
  const lessons = page.getByRole('button', { name: /Play video/ });
  await expect(lessons).toHaveCount(5);
  for (const lesson of await lessons.all()) {
    await lesson.click();
    const player = page.getByRole('dialog').locator('video');
    await player.evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      return video.play();
    });
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
