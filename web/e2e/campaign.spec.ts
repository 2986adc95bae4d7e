import { atDesk, decide } from './desk';
import { enter, memberToken, newPerson } from './member';
import { expect, test } from './product';
import { stop } from './stop';

// A banner of a campaign: begun as a draft on one device, finished on another, looked at by a second person, and read by a member
// only when it is in force.

// It changes what all members of its house read.
test.use({ house: 'campaign' });

const BANNER = 'Bring a friend in December';

test('a banner goes from a draft to the member’s app by two persons', async ({ browser, product, request }) => {
  const token = await memberToken(request, product, newPerson());
  const app = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
  await enter(app, token);
  const banners = `${product.app}/user/home?sheet=banners&of=invite`;
  const unread = async () => {
    await app.goto(banners);
    await expect(app.getByRole('heading', { name: 'Invite friends, earn 10%' })).toBeVisible();
    await expect(app.getByText(BANNER)).toHaveCount(0);
  };
  await unread();
  const section = `${product.console}/offer/invite`;

  await test.step('one begins it, and it is kept', async () => {
    const desk = await atDesk(browser, product, 'nok');
    await desk.goto(section);
    const list = desk.getByRole('region', { name: 'Banners' });
    await list.getByRole('button', { expanded: false }).first().click();
    await list.getByLabel('Text (HTML): English').fill(`<p>${BANNER}</p>`);
    await expect(desk.getByText('Draft kept')).toBeVisible();
    await desk.context().close();
  });

  const mai = await atDesk(browser, product, 'mai');
  await test.step('a second person sees the draft, and members do not', async () => {
    await mai.goto(section);
    await mai.getByRole('link', { name: 'See the draft' }).click();
    await expect(mai.getByRole('heading', { name: 'nok is changing this' })).toBeVisible();
    await expect(mai.getByText(BANNER).first()).toBeVisible();
    await stop(mai, 'console-campaign-draft');
    await unread();
  });

  await test.step('it is seen in the member app, and nowhere else', async () => {
    await mai.getByRole('button', { name: 'Preview in the member app' }).click();
    const opens = mai.waitForEvent('popup');
    await mai.getByRole('link', { name: 'Open it here' }).click();
    const preview = await opens;
    await preview.setViewportSize({ width: 390, height: 844 });
    await expect(preview.getByText('ตัวอย่างฉบับร่างของ nok')).toBeVisible();
    await preview.evaluate(() => {
      localStorage.setItem('locale', 'en');
      localStorage.setItem('remember-agreement', 'true');
    });
    const { origin } = new URL(preview.url());
    await preview.goto(`${origin}/user/home?sheet=banners&of=invite`);
    await expect(preview.getByText('Preview of a draft by nok')).toBeVisible();
    await expect(preview.getByText(BANNER)).toBeVisible();
    await stop(preview, 'member-campaign-preview');
    await preview.goto(`${origin}/user/home`);
    await preview.getByRole('button', { name: 'As a visitor' }).click();
    await expect(preview.getByRole('button', { name: 'As a member' })).toBeVisible();
    await expect(preview).toHaveURL(/\/login$/);
    await preview.close();
    await mai.keyboard.press('Escape');
    await unread();
  });

  await test.step('it is finished on another device, and proposed', async () => {
    const desk = await atDesk(browser, product, 'nok');
    await desk.goto(section);
    const list = desk.getByRole('region', { name: 'Banners' });
    await list.getByRole('button', { expanded: false }).first().click();
    await expect(list.getByLabel('Text (HTML): English')).toHaveValue(`<p>${BANNER}</p>`);
    await list.getByLabel('Text (HTML): Thai').fill('<p>ชวนเพื่อนเดือนธันวาคม</p>');
    await list.getByLabel('Text (HTML): Lao').fill('<p>ຊວນໝູ່ເດືອນທັນວາ</p>');
    await desk.getByRole('button', { name: /^Propose/ }).click();
    await decide(desk, 'friends of December');
    await expect(desk.getByText('nok wants to change this; another person decides')).toBeVisible();
    await unread();
  });

  await test.step('the second person approves, and the member reads it', async () => {
    await mai.goto(`${product.console}/proposals`);
    await expect(mai.getByRole('heading', { name: 'Change content: Invitations' })).toBeVisible();
    await expect(mai.getByText(BANNER).first()).toBeVisible();
    await mai.getByRole('button', { name: /^Approve/ }).click();
    await decide(mai, 'as agreed');
    await expect(mai.getByText('Nothing waits for you')).toBeVisible();
    await expect
      .poll(async () => {
        await app.goto(banners);
        await expect(app.getByRole('dialog')).toBeVisible();
        return app.getByText(BANNER).count();
      })
      .toBeGreaterThan(0);
  });
});
