import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isRecord, type Shape, typedNumber, withField } from './shape';
import { SHAPES } from './shapes';

const DEMO = '../cmd/krapao/demo';

/** The places of a value that its shape does not know. */
function unknown(path: string, shape: Shape | undefined, value: unknown): string[] {
  if (!shape) return [path];
  if (shape.kind === 'list')
    return Array.isArray(value) ? value.flatMap((one) => unknown(`${path}[]`, shape.of, one)) : [path];
  if (shape.kind === 'group')
    return isRecord(value)
      ? Object.entries(value).flatMap(([name, one]) => unknown(`${path}.${name}`, shape.fields[name], one))
      : [path];
  return fits(shape, value) ? [] : [path];
}

function fits(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'number':
      return typeof value === 'number';
    case 'switch':
      return typeof value === 'boolean';
    case 'words':
      return Array.isArray(value);
    case 'texts':
      return isRecord(value) && Object.keys(value).every((name) => ['th', 'lo', 'en'].includes(name));
    case 'choice':
      return value === '' || shape.values.includes(value as string);
    default:
      return typeof value === 'string';
  }
}

test('every value of the demo has its field, by its kind', () => {
  const sections = readdirSync(DEMO)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => Object.entries(JSON.parse(readFileSync(`${DEMO}/${name}`, 'utf8'))));
  expect(sections.length).toBeGreaterThan(15);
  expect(sections.flatMap(([section, body]) => unknown(section, SHAPES[section], body))).toEqual([]);
});

test.each([
  ['1,250.50', 1250.5],
  ['-3', -3],
  ['', undefined],
  ['12.', '12.'],
  ['1e9', '1e9'],
])('%s is typed as %s', (typed, value) => expect(typedNumber(typed)).toBe(value));

test('a field that is left empty is not in the document', () => {
  expect(withField({ cap: 5, code: 'A' }, 'cap', undefined)).toEqual({ code: 'A' });
  expect(withField(undefined, 'cap', 0)).toEqual({ cap: 0 });
});
