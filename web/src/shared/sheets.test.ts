import { expect, test } from 'vitest';
import { sheetSearch, type useSheetNote, type useSheetParams } from './hooks/use-sheet';
import type { PlainSheet } from './sheets';

test('an address names a sheet and its parameters', () => {
  expect(sheetSearch('withdraw')).toBe('?sheet=withdraw');
  expect(sheetSearch('game', { code: 'joker' })).toBe('?sheet=game&code=joker');
  expect(sheetSearch('receipt', { reference: 'W/1' })).toBe('?sheet=receipt&reference=W%2F1');
});

test('the compiler refuses parameters that a sheet does not have', () => {
  const wrong = () => {
    // @ts-expect-error: no such sheet
    sheetSearch('gaem');
    // @ts-expect-error: which game?
    sheetSearch('game');
    // @ts-expect-error: it has another name
    sheetSearch('game', { id: 'joker' });
    // @ts-expect-error: it takes none
    sheetSearch('withdraw', { code: 'joker' });
    // @ts-expect-error: no such way
    sheetSearch('deposit', { tab: 'cash' });
  };
  const reads = (read: typeof useSheetParams, note: ReturnType<typeof useSheetNote<'deposit'>>) => {
    // @ts-expect-error: a game's sheet is not opened with an id
    read('game').id;
    // @ts-expect-error: an address may leave it out
    read('game').code.length;
    // @ts-expect-error: no such way
    note({ tab: 'cash' });
  };
  // @ts-expect-error: a game does not open by its name alone
  const plain: PlainSheet = 'game';
  expect([wrong, reads, plain]).toHaveLength(3);
});
