import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { setLocale } from '@/shared/i18n';
import { QueryState } from '@/shared/ui/query-state';
import { codeQuery } from './code-query';

afterEach(() => void vi.restoreAllMocks());

const load = vi.fn<() => Promise<{ default: () => string }>>();
const part = codeQuery('part', load);

function Place() {
  return (
    <QueryState query={useQuery({ ...part, retry: false })} skeleton={<p>a place held</p>}>
      {({ default: Part }) => <Part />}
    </QueryState>
  );
}

test('a part whose code does not load offers another try in its place, and then appears', async () => {
  await setLocale('en');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  load.mockRejectedValueOnce(new TypeError('no chunk')).mockResolvedValue({ default: () => 'The part' });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Place />
    </QueryClientProvider>,
  );
  expect(screen.getByText('a place held')).toBeInTheDocument();
  expect(await screen.findByText(/^No answer from the server/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The part')).toBeInTheDocument();
});
