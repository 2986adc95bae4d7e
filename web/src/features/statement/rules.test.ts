import { describe, expect, it } from 'vitest';
import type { StatementRow, StatementType } from '@/shared/api/wire';
import { byDay, signOf } from './rules';

describe('the sign of a row', () => {
  it.each<[StatementType, string | undefined]>([
    ['deposit', '+'],
    ['bonus', '+'],
    ['withdraw', '-'],
    ['transfer', undefined],
    ['finish_bonus', undefined],
  ])('%s: %s', (statementType, sign) => {
    expect(signOf({ statementType })).toBe(sign);
  });
});

describe('days', () => {
  const row = (_id: string, createdAt: string) => ({ _id, createdAt }) as StatementRow;

  it('keeps the order and splits at midnight', () => {
    const days = byDay([
      row('c', '2026-11-20T10:00:00'),
      row('b', '2026-11-20T00:00:00'),
      row('a', '2026-11-19T23:59:59'),
    ]);
    expect(days.map(({ day, rows }) => [day, rows.map((r) => r._id)])).toEqual([
      ['20/11/2026', ['c', 'b']],
      ['19/11/2026', ['a']],
    ]);
  });

  it('an empty list has no groups', () => {
    expect(byDay([])).toEqual([]);
  });
});
