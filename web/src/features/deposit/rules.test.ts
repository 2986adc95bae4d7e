import { describe, expect, it } from 'vitest';
import { minimumOf, presets } from './rules';

describe('amounts with one tap', () => {
  it.each([
    ['KBANK', 1, [10, 20, 50, 100, 500, 1000]],
    ['KBANK', 50, [50, 100, 500, 1000]],
    ['WW', 100, [100, 200, 300, 500, 1000]],
    ['PAYONEX', 100, [100, 200, 300, 500, 1000]],
    ['FP', 10, [10, 50, 100, 500, 1000]],
    ['OTHER', 1, [100, 200, 500, 1000]],
  ])('%s from %d', (bank, minimum, expected) => {
    expect(presets(bank, minimum)).toEqual(expected);
  });

  it('takes the minimum from the operator, else one baht', () => {
    expect(minimumOf('FP', { FP: 20 })).toBe(20);
    expect(minimumOf('KBANK', {})).toBe(1);
  });
});
