import type { APIRequestContext, Page } from '@playwright/test';
import { Calls } from './calls';
import { enter, memberToken, newPerson } from './member';
import { expect, type Product, test } from './product';
import { stop } from './stop';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

interface Said {
  sender: 'customer' | 'other';
  message: { message_type: string; payload: unknown };
  session_id: string;
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Chat with us' });
const rows = (page: Page) => panel(page).locator('[data-row=message], [data-row=out]');

async function openChat(page: Page) {
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await expect(panel(page).getByRole('textbox')).toBeVisible();
}

async function say(page: Page, text: string) {
  await panel(page).getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

/** Sends a message, and checks that the server confirmed it and shows it once. */
async function arrived(page: Page, text: string) {
  const row = rows(page).filter({ hasText: text });
  await expect(row.getByText('Sent', { exact: true })).toBeAttached();
  await expect(row).toHaveCount(1);
}

/** The server's messages of a conversation, oldest first. */
async function history(request: APIRequestContext, product: Product, ids: object, token?: string): Promise<Said[]> {
  const data = { userId: null, guestId: null, ...ids, limit: 100, skip: 0 };
  return (await new Calls(request, product, token).post<Said[]>('/api/chat/history', data)).toReversed();
}
const texts = (said: Said[]) =>
  said
    .filter(({ sender, message }) => sender === 'customer' && message.message_type === 'text')
    .map((one) => one.message.payload);

test('a guest sends a text and a picture through a lost answer, a dead server and a dead network: each arrives once', async ({
  browser,
  product,
  request,
}) => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await page.goto(`${product.app}/contact`);
  await stop(page, 'contact-chat');
  await openChat(page);
  await expect(panel(page).getByText('Hello! How can we help?')).toBeVisible();
  await stop(page, 'chat-empty');
  const guestId = await page.evaluate(() => localStorage.getItem('guest-id'));

  await test.step('sends a message, and gets an answer', async () => {
    await say(page, 'สวัสดี ສະບາຍດີ hello 😊');
    await arrived(page, 'hello 😊');
    await stop(page, 'chat-said');
  });

  await test.step('a lost answer does not double the message', async () => {
    let lost = 0;
    await page.route(
      '**/api/chat/send-message',
      async (route) => {
        await route.fetch();
        lost += 1;
        await route.abort();
      },
      { times: 1 },
    );
    await say(page, 'the answer gets lost');
    await arrived(page, 'the answer gets lost');
    expect(lost).toBe(1);
  });

  await test.step('the server is killed in the middle', async () => {
    await say(page, 'before the end');
    const back = product.restart();
    await say(page, 'while it was dead');
    await back;
    await say(page, 'after it came back');
    for (const text of ['before the end', 'while it was dead', 'after it came back']) await arrived(page, text);
  });

  await test.step('the network is lost and returns', async () => {
    await context.setOffline(true);
    await say(page, 'without a network');
    await expect(rows(page).filter({ hasText: 'without a network' }).getByText('Not sent')).toBeVisible();
    await stop(page, 'chat-offline');
    await context.setOffline(false);
    await arrived(page, 'without a network');
  });

  await test.step('a picture', async () => {
    await panel(page).locator('input[type=file]').setInputFiles('public/icon-180.png');
    const picture = panel(page).getByRole('button', { name: 'Look at the picture' }).getByRole('img');
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.getAttribute('src')).toMatch(/^\/media\//);
    await stop(page, 'chat-picture');
    await picture.click();
    await expect(panel(page).getByRole('region', { name: 'icon-180.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page).getByRole('textbox')).toBeVisible();
  });

  await test.step('a JPEG with unusual colour sampling is drawn again by the page, and arrives', async () => {
    const answers: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/chat/upload-image')) answers.push(answer.status());
    });
    await panel(page).locator('input[type=file]').setInputFiles('e2e/pictures/odd-chroma.jpg');
    const pictures = panel(page).getByRole('button', { name: 'Look at the picture' }).getByRole('img');
    await expect(pictures).toHaveCount(2);
    await expect(pictures.last()).toHaveAttribute('src', /^\/media\//);
    await expect.poll(() => pictures.last().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(96);
    expect(answers).toEqual([415, 200]);
  });

  await test.step('a file that is not a picture is refused with a message', async () => {
    const fake = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('this is a text') };
    await panel(page).locator('input[type=file]').setInputFiles(fake);
    await expect(panel(page).getByText('File is not supported')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Remove' }).click();
  });

  await test.step('the server has everything once, and so has a new page', async () => {
    const stored = await history(request, product, { guestId });
    const said = texts(stored);
    expect(said).toEqual([
      'สวัสดี ສະບາຍດີ hello 😊',
      'the answer gets lost',
      'before the end',
      'while it was dead',
      'after it came back',
      'without a network',
    ]);
    await page.reload();
    await expect(rows(page).last()).toBeVisible();
    // Each page of older messages loads when its end comes into sight.
    const log = panel(page).getByRole('log');
    const earlier = panel(page).getByRole('button', { name: 'Earlier messages' });
    await expect
      .poll(async () => {
        await log.evaluate((box) => box.scrollTo({ top: -box.scrollHeight }));
        return earlier.isVisible();
      })
      .toBe(false);
    await expect(rows(page)).toHaveCount(stored.length);
  });
  await context.close();
});

test('a member: quick replies, an operator’s answers, an end, and a separate conversation', async ({
  browser,
  product,
  request,
}) => {
  const person = newPerson();
  const token = await memberToken(request, product, person);
  const userId = (await new Calls(request, product, token).get('/api/account/profile')).profile._id;
  const context = await browser.newContext({ viewport: DESKTOP });
  const page = await context.newPage();
  await enter(page, token);
  await page.goto(`${product.app}/user/contact`);
  await openChat(page);
  await say(page, 'I am a member');
  await arrived(page, 'I am a member');

  await test.step('a quick reply asks for a person', async () => {
    const replies = panel(page).getByRole('list', { name: 'Quick replies' });
    await expect(replies).toBeVisible();
    await stop(page, 'chat-member');
    await replies.getByRole('button', { name: 'Talk to a person' }).click();
    await arrived(page, 'Talk to a person');
    await expect(replies).toBeHidden();
    await expect(panel(page).getByText('A person will answer here', { exact: false }).last()).toBeVisible();
  });

  await product.operator('login', 'nok', '--demo');
  const who = ['--reason=support'];
  const conversation = await test.step('an operator answers, and the answer appears by itself', async () => {
    const list = await product.operator('chat', 'list');
    const id =
      list
        .split('\n')
        .find((line) => line.includes(userId))
        ?.trim()
        .split(/\s+/)[0] ?? '';
    expect(id, list).not.toBe('');
    await product.operator('chat', 'reply', id, 'Good evening, this is Nok.');
    await expect(rows(page).filter({ hasText: 'this is Nok' })).toHaveCount(1);
    return id;
  });

  await test.step('a video shows while it uploads, and plays after a reload', async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/chat/upload-video', async (route) => {
      await held;
      await route.continue();
    });
    await panel(page).locator('input[type=file]').setInputFiles('public/videos/wallet.mp4');
    const film = panel(page).locator('video');
    await expect(panel(page).getByRole('progressbar')).toBeVisible();
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
    go();
    await expect(film).toHaveAttribute('src', /^\/media\//);
    await page.reload();
    await expect(film).toHaveAttribute('src', /^\/media\//);
    await film.evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      return video.play();
    });
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    await page.unroute('**/api/chat/upload-video');
  });

  await test.step('an operator shows a picture', async () => {
    const said = await product.operator('chat', 'reply', conversation, 'This one', '--image=public/icon-180.png');
    expect(said).toContain('said at');
    const picture = rows(page).filter({ hasText: 'This one' }).getByRole('img', { name: 'icon-180.png' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(180);
  });

  await test.step('for a member who has scrolled up, new messages move nothing and are counted', async () => {
    for (let i = 1; i <= 6; i++) await say(page, `more ${i}`);
    await arrived(page, 'more 6');
    const list = panel(page).getByRole('log');
    await list.evaluate((box) => box.scrollTo({ top: -250 }));
    const anchor = rows(page).filter({ hasText: 'more 1' });
    await expect(anchor).toBeInViewport();
    const before = await anchor.boundingBox();
    await product.operator('chat', 'reply', conversation, 'One moment, please.');
    const banner = panel(page).getByRole('button', { name: 'New messages: 1' });
    await expect(banner).toBeVisible();
    expect((await anchor.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await stop(page, 'chat-unread');
    await banner.click();
    await expect(banner).toBeHidden();
  });

  await test.step('after the end of a session the next message begins a new one', async () => {
    await product.operator('chat', 'end', conversation, ...who);
    await say(page, 'one more thing');
    await arrived(page, 'one more thing');
    await expect(panel(page).getByText('End Conversation')).toHaveCount(1);
    await stop(page, 'chat-end');
  });

  await test.step('the page behind the panel can still be used', async () => {
    await page.getByRole('button', { name: 'Close the chat' }).click();
    await expect(panel(page)).toBeHidden();
    await product.operator('chat', 'reply', conversation, 'Anything else?');
    const launcher = page.getByRole('button', { name: /New messages: 1/ });
    await expect(launcher).toBeVisible();
    await stop(page, 'contact-unread');
    await launcher.click();
    await arrived(page, 'one more thing');
    await expect(rows(page).filter({ hasText: 'Anything else?' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Close the chat' }).click();
    await openChat(page);
    await arrived(page, 'one more thing');
  });
  const stored = await history(request, product, { userId }, token);
  expect(texts(stored)).toEqual(['I am a member', ...[1, 2, 3, 4, 5, 6].map((i) => `more ${i}`), 'one more thing']);

  await test.step('a guest in the same browser has a separate conversation', async () => {
    const guest = await browser.newContext({ viewport: PHONE, storageState: await context.storageState() });
    const other = await guest.newPage();
    await other.addInitScript(() => localStorage.removeItem('token'));
    await other.goto(`${product.app}/contact`);
    await openChat(other);
    await expect(panel(other).getByText('Hello! How can we help?')).toBeVisible();
    await guest.close();
  });
  await context.close();
});
