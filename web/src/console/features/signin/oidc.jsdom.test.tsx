import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WAYS } from '@/console/testing/fixtures';
import { renderConsole } from '@/console/testing/render-console';
import { on, refuse } from '@/console/testing/server';

const ways = on('get', '/api/signin', () => ({ ...WAYS, oidc: { name: 'House ID' } }));

test('a provider that does not answer is named, and the other ways stay', async () => {
  const down = on('post', '/api/signin/oidc', () => {
    throw refuse(503, 'TRY_AGAIN', { system: 'House ID' });
  });
  const { user } = await renderConsole({ path: '/signin', signedIn: false, handlers: [ways, down] });
  await user.click(await screen.findByRole('button', { name: 'Continue with House ID' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('House ID does not answer. Try again.');
  expect(screen.getByLabelText('Operator name')).toBeVisible();
});

test.each([
  ['OIDC_REFUSED', 'began in another browser'],
  ['OIDC_UNKNOWN', 'tied to no operator'],
  ['OIDC_DOWN', 'does not answer'],
  ['INACTIVE_USER', 'has been disabled'],
])('who comes back with %s reads why', async (code, words) => {
  await renderConsole({ path: `/signin?error=${code}`, signedIn: false, handlers: [ways] });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test('a house without a provider has no button for it', async () => {
  await renderConsole({ path: '/signin', signedIn: false });
  await screen.findByLabelText('Operator name');
  expect(screen.queryByRole('button', { name: /Continue with/ })).not.toBeInTheDocument();
});
