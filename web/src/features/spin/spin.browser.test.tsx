import { createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadTexts, setLocale } from '@/shared/i18n';
import { makeSetup } from '@/testing/spin-handlers';
import { TurningWheel, type WheelHandle } from './components/turning-wheel';
import { rimOf } from './face';

/**
 * A real wheel on a real canvas, on a phone. Every slice has its own colour, so that the pixels show the wheel's
 * position.
 */
const slices = (makeSetup().activeSpinwheel?.slices ?? []).map((slice, i) => ({
  ...slice,
  label: '',
  bgColor: `rgb(${i * 30}, ${200 - i * 20}, ${(i % 2) * 90 + 40})`,
}));

let root: Root;
beforeEach(async () => {
  await setLocale('en');
  await loadTexts('member', 'offers', 'errors');
  const element = document.createElement('div');
  document.body.append(element);
  root = createRoot(element);
});
afterEach(() => {
  root.unmount();
  vi.restoreAllMocks();
});

async function show() {
  const wheel = createRef<WheelHandle>();
  root.render(
    <TurningWheel slices={slices} ref={wheel}>
      {null}
    </TurningWheel>,
  );
  await expect.element(page.getByRole('img')).toBeVisible();
  await expect.poll(() => underPointer()).not.toBe('rgb(0, 0, 0)');
  if (!wheel.current) throw new Error('no wheel');
  return wheel.current;
}

const canvas = () => page.getByRole('img').element() as HTMLCanvasElement;

/** The colour just inside the rim, below the pointer's tip. */
function underPointer(): string {
  const face = canvas();
  const inside = face.width * (rimOf(1) + 0.04);
  const [red, green, blue] = face.getContext('2d')?.getImageData(face.width / 2, inside, 1, 1).data ?? [];
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Sets reduced motion, or a clock that runs faster than the screen's. */
const motion = (less: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: less, media: query }) as MediaQueryList);

/** Frames come at once, each 100 ms after the last, so that a turn takes no time. */
function hurry() {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => {
    now += 100;
    queueMicrotask(() => frame(now));
    return 0;
  });
}

test('the first slice is under the pointer at the beginning', async () => {
  await show();
  expect(underPointer()).toBe(slices[0]?.bgColor);
});

test('a spin ends on the slice that was drawn, for every slice in turn', async () => {
  motion(false);
  const wheel = await show();
  hurry();
  for (const index of [0, 3, 3, 7, 1, 2, 4, 5, 6]) {
    await wheel.land(index);
    expect(underPointer(), `slice ${index}`).toBe(slices[index]?.bgColor);
  }
});

test('it moves with the tap, before the result is known', async () => {
  motion(false);
  const wheel = await show();
  const before = canvas().toDataURL();
  wheel.push();
  await expect.poll(() => canvas().toDataURL()).not.toBe(before);
  await wheel.stop();
  const stopped = canvas().toDataURL();
  for (let frames = 0; frames < 6; frames++) await new Promise((next) => requestAnimationFrame(next));
  expect(canvas().toDataURL()).toBe(stopped);
});

test('with reduced motion the result is shown at once, without a spin', async () => {
  motion(true);
  const wheel = await show();
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  const before = canvas().toDataURL();
  wheel.push();
  expect(canvas().toDataURL()).toBe(before);
  await wheel.land(5);
  expect(frames).not.toHaveBeenCalled();
  expect(underPointer()).toBe(slices[5]?.bgColor);
});

test.each([
  [360, 306],
  [320, 272],
  [1280, 350],
])('a window of %d px has a wheel of %d', async (width, size) => {
  await page.viewport(width, 740);
  await show();
  expect(Math.round(canvas().getBoundingClientRect().width)).toBe(size);
  await expect.poll(() => canvas().width).toBe(Math.round(size * Math.min(devicePixelRatio, 2)));
  await page.viewport(360, 740);
});
