import { expect, test } from 'vitest';
import { pointsOf } from './figure-points';

const point = (at: string, amount: number, count = 1) => ({ at, amount, count });
const asked = {
  from: '2026-11-20T17:00:00.000Z',
  to: '2026-11-23T17:00:00.000Z',
  by: 'day',
  what: 'deposit',
} as const;

test('every day that has begun is there, the largest part is named first, and satang are not lost', () => {
  const series = [
    { of: 'KBANK', points: [point('2026-11-20T17:00:00.000Z', 0.1)] },
    { of: 'SCB1', points: [point('2026-11-20T17:00:00.000Z', 0.2), point('2026-11-22T17:00:00.000Z', 7)] },
  ];
  const found = pointsOf(series, asked, Date.parse('2026-11-22T18:00:00.000Z'));
  expect(found.names).toEqual(['SCB1', 'KBANK']);
  expect(found.total).toBe(7.3);
  expect(found.points.map(({ total, parts }) => [total, parts])).toEqual([
    [0.3, [0.2, 0.1]],
    [0, [0, 0]],
    [7, [7, 0]],
  ]);
  expect(pointsOf(series, asked, Date.parse('2026-11-21T18:00:00.000Z')).points).toHaveLength(2);
});

test('members are counted', () => {
  const series = [{ of: '', points: [point('2026-11-20T17:00:00.000Z', 0, 41)] }];
  const found = pointsOf(series, { ...asked, what: 'active' }, Date.parse('2026-11-21T00:00:00.000Z'));
  expect(found).toEqual({
    names: [''],
    total: 41,
    points: [{ at: Date.parse('2026-11-20T17:00:00.000Z'), parts: [41], total: 41 }],
  });
});
