import { act, render, screen } from '@testing-library/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Button } from '@/shared/ui/button';
import { gate } from '@/testing/gate';
import { setShutOut, useShutOut } from './use-shut-out';

afterEach(() => setShutOut(false));

const Head = ({ Banner }: { Banner: ComponentType }) => useShutOut() && <Banner />;

it('reaches a page that is suspended at that moment', async () => {
  const code = gate();
  const Banner = lazy(async () => {
    await code.passed;
    return { default: () => <p>On a break</p> };
  });
  render(
    <Suspense fallback="Loading">
      <Head Banner={Banner} />
      <Suspense fallback="Loading">
        <Button needsPlay>Claim</Button>
      </Suspense>
    </Suspense>,
  );
  expect(screen.getByRole('button', { name: 'Claim' })).toBeEnabled();
  act(() => setShutOut(true));
  code.open();
  await screen.findByText('On a break');
  expect(screen.getByRole('button', { name: 'Claim' })).toBeDisabled();
});
