import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/error';
import type { Credentials, Slot } from '@/shared/api/wire';
import { setConfig } from '@/shared/config';
import { makeConfig, makeSlot } from '@/testing/factories';
import { onGet, refuse } from '@/testing/handlers';
import { server } from '@/testing/server';
import { hosted, LaunchError, launch } from './launch';

/** How each kind of game is opened: the requests, where the tab goes, and the message when a step fails. */
const tab = () => ({ location: { replace: vi.fn() }, closed: false, opener: {}, name: 'tab', close: vi.fn() });
const account = (over: Partial<Credentials> = {}) => ({ username: 'kp7k3m9q2t4v', password: 'Xy7-kal-29q', ...over });
const game = (kind: Slot['launch']['kind'], over: Partial<Slot> = {}) =>
  makeSlot({ launch: { kind, provider: 'pg' }, ...over });
const open = (slot: Slot, keys: Credentials, window: ReturnType<typeof tab> | null) =>
  launch(slot, () => Promise.resolve(keys), window as unknown as Window | null);

const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
beforeEach(() => submit.mockClear());

describe('a link', () => {
  beforeEach(() =>
    server.use(
      onGet('/api/autoLogin/{provider}/{user}', ({ params }) => ({ link: `https://g.example/${params.user}` })),
    ),
  );

  it("is requested under the member's own name, and separates the tab from the wallet", async () => {
    const opened = tab();
    expect(await open(game('autologin'), account(), opened)).toEqual({ opened: true });
    expect(opened.location.replace).toHaveBeenCalledWith('https://g.example/kp7k3m9q2t4v');
    expect(opened.opener).toBeNull();
  });

  it.each([
    ['no tab', null],
    ['a tab that was closed meanwhile', { ...tab(), closed: true }],
  ])('is left for a tap where there is %s', async (_, window) => {
    const way = { link: 'https://g.example/kp7k3m9q2t4v' };
    expect(await open(game('autologin'), account(), window)).toEqual({ opened: false, way });
  });

  it('never runs code in the tab', async () => {
    server.use(onGet('/api/autoLogin/{provider}/{user}', () => ({ link: 'javascript:alert(1)' })));
    const opened = tab();
    await expect(open(game('autologin'), account(), opened)).rejects.toThrow();
    expect(opened.location.replace).not.toHaveBeenCalled();
    expect(opened.close).toHaveBeenCalled();
  });
});

describe("PG's games under a host of the operator's own", () => {
  it.each([
    ['pg', 'play.example', 'https://play.example/lobby?ops=1'],
    ['pg', 'play.example:8443', 'https://play.example:8443/lobby?ops=1'],
    ['pg', undefined, 'http://pg.example:81/lobby?ops=1'],
    ['pg', 'not a host/', 'http://pg.example:81/lobby?ops=1'],
    ['betflix', 'play.example', 'http://pg.example:81/lobby?ops=1'],
  ])('%s with %s: %s', (provider, pgHost, link) => {
    setConfig(makeConfig(pgHost ? { pgHost } : {}));
    expect(hosted(makeSlot({ launch: { kind: 'autologin', provider } }), 'http://pg.example:81/lobby?ops=1')).toBe(
      link,
    );
  });
});

describe('a form', () => {
  const fields = { username: 'kp7k3m9q2t4v', password: 'a&b c' };

  it('is posted into the tab and leaves nothing on the page', async () => {
    const opened = tab();
    const event = { action: 'https://g.example/login', method: 'POST', fields } as const;
    expect(await open(game('form'), account({ event }), opened)).toEqual({ opened: true });
    const form = submit.mock.contexts[0] as HTMLFormElement;
    expect([form.action, form.method, form.target]).toEqual(['https://g.example/login', 'post', 'tab']);
    expect(Object.fromEntries(new FormData(form).entries())).toEqual(fields);
    expect(document.querySelector('form')).toBeNull();
    expect(opened.opener).toBeNull();
  });

  it('is kept for a tap if there is no tab', async () => {
    const event = { action: 'https://g.example/login', method: 'POST', fields } as const;
    const way = { post: { action: event.action, fields } };
    expect(await open(game('form'), account({ event }), null)).toEqual({ opened: false, way });
    expect(submit).not.toHaveBeenCalled();
  });

  it('sent by GET is a link', async () => {
    const event = { action: 'https://g.example/login?old=1', method: 'GET', fields } as const;
    const link = 'https://g.example/login?username=kp7k3m9q2t4v&password=a%26b+c';
    expect(await open(game('form'), account({ event }), null)).toEqual({ opened: false, way: { link } });
  });

  it('a form that is missing at present opens nothing, least of all a bare login page', async () => {
    const opened = tab();
    const failed = await open(game('form', { web: 'https://g.example/login' }), account(), opened).catch(
      (error) => error,
    );
    expect(failed).toMatchObject({ step: 'account', reason: { code: 'TRY_AGAIN', params: { game: 'joker' } } });
    expect(opened.location.replace).not.toHaveBeenCalled();
    expect(opened.close).toHaveBeenCalled();
  });
});

it("opens the operator's page where the game has no launch of its own", async () => {
  const opened = tab();
  await open(game('url', { web: 'https://super.example/?a=1' }), account(), opened);
  expect(opened.location.replace).toHaveBeenCalledWith('https://super.example/?a=1');
});

describe('a failed launch names its step and closes the tab', () => {
  it.each([
    ['account', game('form'), () => Promise.reject(new ApiError('TRY_AGAIN', 503))],
    ['account', game('form'), () => Promise.resolve(account())],
    ['address', game('autologin'), () => Promise.resolve(account())],
    ['address', game('url', { web: null }), () => Promise.resolve(account())],
  ])('%s of %o', async (step, slot, keys) => {
    server.use(
      onGet('/api/autoLogin/{provider}/{user}', () => {
        throw refuse(503, 'TRY_AGAIN', { game: 'pg' });
      }),
    );
    const opened = tab();
    const error = await launch(slot, keys, opened as unknown as Window).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LaunchError);
    expect((error as LaunchError).step).toBe(step);
    expect(opened.close).toHaveBeenCalled();
  });

  it('but an expired session ends the session', async () => {
    const ended = new ApiError('invalid-token', 401);
    await expect(launch(game('form'), () => Promise.reject(ended), null)).rejects.toBe(ended);
  });
});
