import { afterEach, describe, expect, it, vi } from 'vitest';
import { inAppBrowser } from './in-app-browser';

afterEach(() => vi.restoreAllMocks());

describe('browsers of other apps are recognised by their names', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  it.each([
    [`${android} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Line/14.1.0/IAB`, 'line'],
    [`${iphone} Mobile/15E148 Safari Line/14.19.0`, 'line'],
    [`${android} Chrome/130.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/480.0.0.54;]`, 'other'],
    [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0]`, 'other'],
    [`${android.replace('; Pixel 8', '; Pixel 8; wv')} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'other'],
    [`${iphone} Mobile/15E148`, 'other'],
    [`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, undefined],
    [`${iphone} CriOS/130.0.6723.37 Mobile/15E148 Safari/604.1`, undefined],
    [`${android} Chrome/130.0.0.0 Mobile Safari/537.36`, undefined],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      undefined,
    ],
  ])('%s', (agent, app) => expect(inAppBrowser(agent)).toBe(app));

  it('the installed app is not one, though its user agent looks like one', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query === '(display-mode: standalone)' }) as MediaQueryList,
    );
    expect(inAppBrowser(`${iphone} Mobile/15E148`)).toBeUndefined();
  });

  it('nor is it if only an iPhone says so', () => {
    vi.stubGlobal('navigator', { standalone: true });
    expect(inAppBrowser(`${iphone} Mobile/15E148`)).toBeUndefined();
    vi.unstubAllGlobals();
  });
});
