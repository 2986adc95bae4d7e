/**
 * Which files go where. Left to itself the bundler cuts what screens share into a dozen pieces, one for each set of pages
 * that share a part: small pieces compress worse, and over HTTP/1.1 a phone fetches six at a time.
 */

/** Of node_modules: what the first screen stands on. A file of its own, so that a deploy of ours leaves it in the phone's cache. */
const LIBRARIES = ['react', 'react-dom', 'scheduler', 'react-router', '@tanstack/query-core', '@tanstack/react-query'];

/** Of src/shared: what the first screen loads anyway. */
export const GROUND = [
  ...['client', 'confirm-identity', 'error', 'error-text', 'request'].map((name) => `shared/api/${name}`),
  'shared/i18n/index',
  'shared/config',
  'shared/paths',
  ...['agreement', 'identity', 'invite-link', 'session', 'storage'].map((name) => `shared/session/${name}`),
  ...['use-delayed-flag', 'use-online', 'use-sheet'].map((name) => `shared/hooks/${name}`),
  ...['icon', 'spinner', 'loading', 'button', 'field', 'notice', 'notify'].map((name) => `shared/ui/${name}`),
  ...['haptics', 'lazy-page', 'phone', 'when-idle', 'uuid', 'install-offer', 'store'].map((name) => `shared/lib/${name}`),
];

/** What most pages stand on beside that. */
export const KIT = [
  'app/slow-hint',
  'features/content/acceptance',
  'features/protection/queries',
  'features/protection/rules',
  'features/wallet/queries',
  ...['offers', 'profile', 'tap-key'].map((name) => `shared/api/${name}`),
  'shared/hooks/use-countdown',
  ...['bank-account', 'clipboard', 'credits', 'in-app-browser', 'local-name', 'money', 'places', 'time'].map(
    (name) => `shared/lib/${name}`,
  ),
  'shared/lib/upper-case',
  ...['amount', 'bank-chip', 'copy-button', 'pager', 'query-state', 'row-button', 'skeleton', 'status'].map(
    (name) => `shared/ui/${name}`,
  ),
];

const ours = (names: readonly string[]) => {
  const files = new Set(names.flatMap((name) => [`/src/${name}.ts`, `/src/${name}.tsx`]));
  return (id: string) => files.has(id.slice(id.lastIndexOf('/src/')));
};
const libraries = new Set(LIBRARIES);

export const CHUNKS = [
  {
    name: 'vendor',
    priority: 3,
    test: (id: string) => libraries.has(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? ''),
  },
  { name: 'base', priority: 2, test: ours(GROUND) },
  { name: 'kit', priority: 1, test: ours(KIT) },
];
