import { act, render, screen } from '@testing-library/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Button } from '@/shared/ui/button';
import { gate } from '@/testing/gate';
import { tellShut, useShut } from './use-shut';

afterEach(() => tellShut(false));

const Head = ({ Banner }: { Banner: ComponentType }) => useShut() && <Banner />;

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
  act(() => tellShut(true));
  code.open();
  await screen.findByText('On a break');
  expect(screen.getByRole('button', { name: 'Claim' })).toBeDisabled();
});
