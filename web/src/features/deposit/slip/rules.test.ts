import { describe, expect, it } from 'vitest';
import { bounded, fingerprint, keepsAsIs } from './rules';

describe('the size of a slip', () => {
  it.each([
    ['a screenshot stays', [1080, 1920], [1080, 1920]],
    ['a photo comes down to 2,000', [3024, 4032], [1500, 2000]],
    ['lying down too', [4032, 3024], [2000, 1500]],
    ['never larger than it is', [300, 400], [300, 400]],
    ['a whole screen in one picture keeps its width', [1080, 9000], [900, 7500]],
    ['a picture of one line', [1, 100_000], [1, 100_000]],
  ])('%s', (_, [width = 0, height = 0], [w, h]) => {
    expect(bounded({ width, height })).toEqual({ width: w, height: h });
  });

  it("stays under the server's limit on pixels", () => {
    const { width, height } = bounded({ width: 20_000, height: 60_000 });
    expect(width * height).toBeLessThan(40_000_000);
  });

  it('leaves small pictures unchanged', () => {
    expect(keepsAsIs(400_000, { width: 1080, height: 1920 })).toBe(true);
    expect(keepsAsIs(400_000, { width: 1080, height: 2400 })).toBe(false);
    expect(keepsAsIs(4_000_000, { width: 1080, height: 1920 })).toBe(false);
  });
});

describe('the name of a file', () => {
  it('is the same for the same bytes and another for others', () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 256);
    const other = bytes.slice();
    other[2500] = (other[2500] ?? 0) ^ 1;
    expect(fingerprint(bytes)).toBe(fingerprint(bytes.slice()));
    expect(fingerprint(other)).not.toBe(fingerprint(bytes));
    expect(fingerprint(bytes.slice(1))).not.toBe(fingerprint(bytes));
  });
});
