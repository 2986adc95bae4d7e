import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { download } from '@/console/api/download';
import { renderConsole } from '@/console/testing/render-console';

/** Answers a call as a file, and notes what it was narrowed by. */
function files(call: string) {
  const asked: string[] = [];
  const file = http.get(`*${call}`, ({ request }) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.get('format') !== 'csv') return;
    searchParams.delete('format');
    asked.push(searchParams.toString());
    return new HttpResponse('id', { headers: { 'Content-Disposition': 'attachment; filename="list.csv"' } });
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  return { asked, file };
}

test.each([
  ['/queue?show=free&kind=withdrawal', '/api/queue', 'kind=withdrawal&free=true'],
  ['/queue?show=late', '/api/queue', 'late=true'],
  ['/proposals', '/api/proposal', 'waitsForMe=true'],
  ['/proposals?show=own', '/api/proposal', 'state=open&by=somchai.p'],
  ['/chat?show=unread', '/api/chat', 'unread=true'],
  ['/chat?show=mine', '/api/chat', 'show=mine'],
  ['/staff', '/api/operator', ''],
  ['/staff/tokens', '/api/token', ''],
])('%s is taken as a file of what it shows', async (path, call, narrowed) => {
  const { asked, file } = files(call);
  const { user } = await renderConsole({ path, handlers: [file] });
  await user.click(await screen.findByRole('button', { name: 'CSV file' }));
  await waitFor(() => expect(asked).toEqual([narrowed]));
});

test('a file is asked for as its list is: each value of a filter, and none that is left out', async () => {
  const { asked, file } = files('/api/queue');
  await renderConsole({ path: '/queue', handlers: [file] });
  await download('/api/queue', { kind: ['slip', 'line'], late: true, free: undefined, format: 'csv' });
  expect(asked).toEqual(['kind=slip&kind=line&late=true']);
});

test('a list that the call can’t narrow so has no file, and neither has an empty one', async () => {
  await renderConsole({ path: '/proposals?show=ended' });
  await screen.findByText(/^Rejected · malee/);
  expect(screen.queryByRole('button', { name: 'CSV file' })).not.toBeInTheDocument();
});
