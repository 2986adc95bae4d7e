import { ago } from './fixtures';
import { on, refuse } from './server';

/** Filters that the operator keeps. */
export function viewHandlers() {
  let views = [{ list: 'transfer', name: 'ของคืนนี้', query: 'kind=withdraw', at: ago(900) }];
  const done = { message: 'SUCCESS' as const };
  return [
    on('get', '/api/me/view', () => ({ items: views })),
    on('put', '/api/me/view/{list}/{name}', ({ params, body }) => {
      const kept = { list: String(params.list), name: String(params.name), query: body.query, at: ago(0) };
      views = [...views.filter(({ list, name }) => list !== kept.list || name !== kept.name), kept];
      return done;
    }),
    on('delete', '/api/me/view/{list}/{name}', ({ params }) => {
      const left = views.filter(({ list, name }) => list !== params.list || name !== params.name);
      if (left.length === views.length) throw refuse(404, 'NO_DATA');
      views = left;
      return done;
    }),
  ];
}
