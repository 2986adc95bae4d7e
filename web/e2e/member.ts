import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { Calls } from './calls';
import type { Product } from './product';

export interface Person {
  phone: string;
  password: string;
  accountNo: string;
  /**
   * The holder's first and last name. Each call gives a new one: accounts of one holder are linked, and share their
   * losses.
   */
  holder: [first: string, last: string];
}

let born = 0;

/** A person who is new to the product. */
export function newPerson(): Person {
  born += 1;
  const digits = String(Date.now() % 1_000_000).padStart(6, '0') + String(born).padStart(2, '0');
  const letters = digits.replace(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)));
  return {
    phone: `08${digits}`,
    password: 'evening-2026',
    accountNo: `12${digits}`,
    holder: ['SOMYING', `JAIDEE${letters}`],
  };
}

/** The code that came by SMS, read from the sandbox's phone. */
export async function codeOnPhone(context: BrowserContext, product: Product, phone: string): Promise<string> {
  const handset = await context.newPage();
  await handset.goto(`${product.sandbox}/phone?lang=en&phone=${phone}`);
  const code = (await handset.locator('.bubble output').first().textContent()) ?? '';
  await handset.close();
  return code.trim();
}

/** The four steps of registration, with the one-time code on the phone. `seen` is called at every step. */
export async function register(page: Page, product: Product, person: Person, seen: (step: string) => Promise<void>) {
  await page.goto(`${product.app}/register`);
  await page.getByLabel('Phone number').fill(person.phone);
  await seen('register-1-phone');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('One-time code')).toBeVisible();
  await seen('register-2-code');
  await page.getByLabel('One-time code').fill(await codeOnPhone(page.context(), product, person.phone));
  await page.getByLabel('Display name').fill('สมหญิง ใจดี');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await seen('register-3-profile');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Bank', { exact: true }).selectOption('KBANK');
  await page.getByLabel('Account number').fill(person.accountNo);
  await page.getByLabel('First name of account').fill(person.holder[0].toLowerCase());
  await page.getByLabel('Last name of account').fill(person.holder[1].toLowerCase());
  await seen('register-4-bank');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('**/login');
}

export async function logIn(page: Page, person: Person) {
  await page.getByLabel('Phone number').fill(person.phone);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/user/home');
}

/** The holder of a person's registered account. */
export function holderOf(person: Person): string {
  return person.holder.join(' ');
}

/** Logged in from the first page on, in English, with the agreement accepted. */
export async function enter(page: Page, token: string) {
  await page.addInitScript((session) => {
    localStorage.setItem('locale', 'en');
    localStorage.setItem('token', session);
    localStorage.setItem('remember-agreement', 'true');
  }, token);
}

/** A member registered through the API, as any client could. */
export async function memberToken(
  request: APIRequestContext,
  product: Product,
  person: Person,
  bankCode = 'KBANK',
): Promise<string> {
  const calls = new Calls(request, product);
  const { otpToken } = await calls.post('/api/otp/send', { phoneNumber: person.phone });
  const [sms] = await (await request.get(`${product.sandbox}/sandbox/sms?phone=${person.phone}`)).json();
  await calls.post('/api/otp/verify', { otpToken, otpCode: sms.code });
  await calls.post('/api/account', {
    name: 'สมหญิง ใจดี',
    username: person.phone,
    password: person.password,
    sourceCode: '',
    inviteCode: '',
    bankCode,
    bankAccountName: holderOf(person),
    bankAccountNo: person.accountNo,
    currency: 'BAHT',
  });
  return (await calls.post('/api/login', { username: person.phone, password: person.password })).token;
}
