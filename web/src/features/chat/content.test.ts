import { describe, expect, test } from 'vitest';
import { choiceOf, pieces, read } from './content';

const message = (message_type: string, payload: unknown) => read({ message_type, payload });
const unknown = { kind: 'unknown' };

describe('a message', () => {
  test.each([
    ['text', 'สวัสดี', { kind: 'text', text: 'สวัสดี' }],
    ['text', '', unknown],
    ['text', { text: 'x' }, unknown],
    ['postback', { title: 'Deposit', payload: 'DEPOSIT' }, { kind: 'text', text: 'Deposit' }],
    ['postback', { title: '', payload: 'DEPOSIT' }, { kind: 'text', text: 'DEPOSIT' }],
    ['postback', null, unknown],
    ['buttons', { text: 'Which?', buttons: [] }, { kind: 'text', text: 'Which?' }],
    ['buttons', { text: 'Which?' }, { kind: 'text', text: 'Which?' }],
    ['quick_replies', { text: '', replies: 'no list' }, unknown],
    ['generic', { cards: [] }, unknown],
    ['generic', undefined, unknown],
    ['media', { filePath: '', url: false, fileType: 'image' }, unknown],
    ['media', { filePath: '//other.example/a.png', url: false, fileType: 'image' }, unknown],
    ['media', { filePath: '/\\other.example/a.png', url: false, fileType: 'image' }, unknown],
    ['media', { filePath: 'javascript:alert(1)', url: false, fileType: 'file' }, unknown],
    ['media', { filePath: 'http://other.example/a.png', url: true, fileType: 'image' }, unknown],
    ['carousel', { cards: [1] }, unknown],
    ['', null, unknown],
  ])('%s %j', (type, payload, expected) => {
    expect(message(type, payload)).toEqual(expected);
  });

  test('with buttons and with quick replies', () => {
    const one = { type: 'text', title: 'Yes', payload: 'yes' };
    const choices = [{ title: 'Yes', act: { say: { message_type: 'text', payload: 'yes' } } }];
    expect(message('buttons', { text: 'Well?', buttons: [one] })).toEqual({ kind: 'choices', text: 'Well?', choices });
    expect(message('quick_replies', { text: 'Well?', replies: [one, 7, null] })).toEqual({
      kind: 'replies',
      text: 'Well?',
      choices,
    });
  });

  test('media of this server, and of the web', () => {
    const own = { message: 'look', url: false, fileType: 'video', filePath: '/media/abc', name: 'a.mp4' };
    expect(message('media', own)).toEqual({
      kind: 'media',
      fileType: 'video',
      source: '/media/abc',
      name: 'a.mp4',
      text: 'look',
    });
    const web = { url: true, fileType: 'sheet', filePath: 'https://cdn.example/a.pdf' };
    expect(message('media', web)).toEqual({
      kind: 'media',
      fileType: 'file',
      source: 'https://cdn.example/a.pdf',
      name: '',
      text: '',
    });
  });

  test('shows of each card what it understands', () => {
    const cards = [
      {
        image_url: '/art/a.png',
        title: 'A',
        subtitle: 'a',
        buttons: [{ type: 'web', title: 'Go', payload: 'data:x' }],
      },
      { image_url: 'http://insecure.example/b.png', title: 'B' },
      'nonsense',
    ];
    expect(message('generic', { cards })).toEqual({
      kind: 'cards',
      cards: [
        { image: '/art/a.png', title: 'A', subtitle: 'a', choices: [] },
        { image: undefined, title: 'B', subtitle: '', choices: [] },
        { image: undefined, title: '', subtitle: '', choices: [] },
      ],
    });
  });
});

describe('a button', () => {
  test.each([
    ['web', 'https://krapao.example/x', { href: 'https://krapao.example/x', out: true }],
    ['web', 'mailto:help@krapao.example', { href: 'mailto:help@krapao.example', out: false }],
    ['web', 'javascript:alert(1)', undefined],
    ['web', '/user/home', undefined],
    ['call', '+66 2-123-4567', { href: 'tel:+6621234567', out: false }],
    ['call', 'tel:021234567', { href: 'tel:021234567', out: false }],
    ['call', 'ring me', undefined],
    ['postback', 'P', { say: { message_type: 'postback', payload: { title: 'T', payload: 'P' } } }],
    ['text', 'hello', { say: { message_type: 'text', payload: 'hello' } }],
    ['text', '', { say: { message_type: 'text', payload: 'T' } }],
    ['newer', 'hello', { say: { message_type: 'text', payload: 'hello' } }],
  ])('%s %s', (type, payload, act) => {
    expect(choiceOf({ type, title: 'T', payload })).toEqual(act && { title: 'T', act });
  });

  test('without a text is dropped; without a title it shows its payload', () => {
    expect(choiceOf({ type: 'text', title: '', payload: '' })).toBeUndefined();
    expect(choiceOf({ type: 'text', payload: 'hi' })?.title).toBe('hi');
  });
});

test.each([
  ['no address', ['no address']],
  ['see https://a.example/b?c=1.', ['see ', '[https://a.example/b?c=1]', '.']],
  ['(http://a.example) ดูที่ https://b.example/ก', ['(', '[http://a.example]', ') ดูที่ ', '[https://b.example/ก]']],
  ['javascript:alert(1)', ['javascript:alert(1)']],
  ['https://', ['https://']],
])('addresses in %s', (text, expected) => {
  expect(pieces(text).map(({ text: words, href }) => (href ? `[${words}]` : words))).toEqual(expected);
});
