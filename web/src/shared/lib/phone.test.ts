import { describe, expect, test } from 'vitest';
import { formatPhone, readPhone } from './phone';

describe('in Thailand', () => {
  test.each([
    '0898765432',
    '089-876-5432',
    ' 089 876 5432 ',
    '(089) 876-5432',
    '089.876.5432',
    '089/8765432',
    '089‑876–5432',
    '089—876−5432',
    '089ー876ー5432',
    '089\u00a0876\u20095432',
    '089\u3000876\t5432\n',
    '\u202a089-876-5432\u202c',
    '089\u200b8765432',
    '089\u00ad876\u00ad5432',
    '+66898765432',
    '+66 89 876 5432',
    '+66-89-876-5432',
    '+66 (0) 89 876 5432',
    '+660898765432',
    '＋６６ ８９ ８７６ ５４３２',
    '0066 89 876 5432',
    '00660898765432',
    '66898765432',
    '66 89 876 5432',
    'tel:+66-89-876-5432',
    '๐๘๙-๘๗๖-๕๔๓๒',
    '໐໘໙ ໘໗໖ ໕໔໓໒',
    '０８９８７６５４３２',
    '０８９－８７６－５４３２',
    '٠٨٩٨٧٦٥٤٣٢',
  ])('%j is a phone number', (typed) => expect(readPhone(typed, false)).toBe('0898765432'));

  test('numbers that look like the country code are numbers', () => {
    expect(readPhone('0661234567', false)).toBe('0661234567');
    expect(readPhone('+66 66 123 4567', false)).toBe('0661234567');
    expect(readPhone('66661234567', false)).toBe('0661234567');
  });

  test.each([
    ['a digit too long', '08987654321'],
    ['a digit too short', '089876543'],
    ['too long with its country', '+66 89 876 54321'],
    ['too short with its country', '+66 89 876 543'],
    ['what was left where ten digits were cut', '6689876543'],
    ['two numbers', '0898765432 0812345678'],
    ['two numbers with a comma', '0898765432, 0812345678'],
    ['an extension', '089-876-5432 ext 1'],
    ['another country', '+856 20 5551 2345'],
    ['without its zero', '898765432'],
    ['a name', 'somsri'],
    ['nothing', ''],
    ['blanks', ' \u200e '],
  ])('%s: %j is not a phone number', (_, typed) => expect(readPhone(typed, false)).toBeUndefined());
});

describe('in Laos', () => {
  test.each([
    ['020 5551 2345', '02055512345'],
    ['+856 20 5551 2345', '02055512345'],
    ['00856-20-55512345', '02055512345'],
    ['8562055512345', '02055512345'],
    ['+856 (0)20 5551 2345', '02055512345'],
    ['໐໒໐ ໕໕໕໑ ໒໓໔໕', '02055512345'],
    ['20 5551 2345', '2055512345'],
    ['021 212 121', '021212121'],
    ['551234', '551234'],
  ])('%j is %s', (typed, number) => expect(readPhone(typed, true)).toBe(number));

  test.each(['12345', '0205551234512345', '+66 81 234 5678', 'noy', ''])('%j is none', (typed) => {
    expect(readPhone(typed, true)).toBeUndefined();
  });
});

test('numbers of ten digits are shown 3-3-4', () => {
  expect(formatPhone('0898765432')).toBe('089-876-5432');
  expect(formatPhone('02055512345')).toBe('02055512345');
});
