/** What a value of the content is, and so how it is typed. Names of fields are those of a document. */
export type Shape =
  | { kind: 'text' | 'number' | 'time' | 'colour' }
  /** The address of a picture, or one that is uploaded. */
  | { kind: 'picture' }
  /** One text a line. */
  | { kind: 'words' }
  /** Yes, no, or as the product has it by itself. */
  | { kind: 'switch' }
  | { kind: 'choice'; values: readonly string[] }
  /** A text in the three languages. */
  | { kind: 'texts'; html?: true }
  | { kind: 'group'; fields: Fields }
  | List;

export interface List {
  kind: 'list';
  of: Exclude<Shape, List>;
  /** The field that names an entry; without one it is named by its place. */
  id?: string;
  /** Fields that say in the list what an entry is. A number of an account is masked there. */
  says?: readonly string[];
  masked?: string;
  /** What a new entry begins with. */
  first: unknown;
}

export type Fields = Readonly<Record<string, Shape>>;

export type Value = unknown;

export const isRecord = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The record with a field as it is to be; undefined takes it out, so that the product's own value holds. */
export function withField(record: Value, name: string, value: Value): Record<string, Value> {
  const now = isRecord(record) ? record : {};
  if (value !== undefined) return { ...now, [name]: value };
  const { [name]: _, ...rest } = now;
  return rest;
}

/** The name of an entry as the server has it in places: its code or id, or its position. */
export function partName(entry: Value, place: number): string {
  if (isRecord(entry))
    for (const key of ['code', 'id']) {
      const name = entry[key];
      if (typeof name === 'string' && name) return name;
    }
  return String(place + 1).padStart(2, '0');
}

const NUMBER = /^-?\d{1,15}(\.\d{1,4})?$/;

/** What is typed into a field for a number: a number once it is one, and until then what stands there. */
export function typedNumber(text: string): Value {
  const typed = text.replaceAll(',', '').trim();
  if (typed === '') return undefined;
  return NUMBER.test(typed) ? Number(typed) : text;
}

/** xxx-x-x4321, as lists show accounts. */
export const mask = (number: string) => (number.length > 4 ? `xxx-x-x${number.slice(-4)}` : number);
