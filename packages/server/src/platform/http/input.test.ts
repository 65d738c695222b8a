import { pageQuery } from '@guilda/contract/common';
import type { Endpoint } from '@guilda/contract/endpoint';
import { errors } from '@guilda/contract/errors';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from './input.ts';

const definition = {
  method: 'POST',
  path: '/api/things',
  summary: 'Things',
  access: 'public',
  query: pageQuery.extend({ kind: z.enum(['a', 'b']).optional(), q: z.string().default('') }),
  body: z.looseObject({}),
  status: 204,
  output: null,
  errors: [],
  limit: 'general',
} as const satisfies Endpoint;

const parse = ({ query = {}, body = {} }: { query?: unknown; body?: unknown }) =>
  parseInput(definition, { params: {}, query, body, issues: [] });

describe('an empty value in a query', () => {
  it('means that the parameter is missing', () => {
    const query = { limit: '', cursor: '', kind: '', q: '', unknown: '' };
    expect(parse({ query })).toEqual(parse({ query: {} }));
    expect(parse({ query })).toMatchObject({ ok: true, value: { query: { limit: 20, q: '' } } });
  });

  it.each([{ limit: ['', ''] }, { kind: ' ' }, { kind: ['a', ''] }, { limit: '0' }])(
    'differs from %j',
    (query) => {
      expect(parse({ query })).toMatchObject({ ok: false, code: 'invalid_input' });
    },
  );
});

describe('input of many values', () => {
  const refusal = {
    ok: false,
    code: 'invalid_input',
    detail: { issues: [{ path: '', message: errors.invalid_input.text }] },
  };
  const listOf = (length: number) => Array.from({ length }, () => 1);

  it.each([
    ['a list', { list: listOf(130_000) }],
    ['lists in lists', { list: Array.from({ length: 1_000 }, () => [1, [2]]) }],
    ['keys', Object.fromEntries(listOf(2_001).map((value, n) => [`key${n}`, value]))],
  ])('is refused before it is parsed: %s', (_what, body) => {
    expect(parse({ body })).toEqual(refusal);
  });

  it('is parsed up to the limit', () => {
    expect(parse({ body: { list: listOf(1_998) } })).toMatchObject({ ok: true });
  });
});

describe('text that cannot be stored', () => {
  const refusalAt = (path: string) => ({
    ok: false,
    code: 'invalid_text',
    detail: { issues: [{ path, message: errors.invalid_text.text }] },
  });

  it.each([
    [{ body: { title: 'a\0' } }, 'title'],
    [{ body: { title: 'a', list: [{ name: 'b' }, { name: '\ud800' }] } }, 'list.1.name'],
    [{ body: { list: [{ 'a\0': 1 }] } }, 'list.0'],
    [{ body: { 'a\0': 1 } }, ''],
    [{ query: { q: '\udc00' }, body: { title: '\0' } }, 'q'],
  ])('is refused with its place: %j', (input, path) => {
    expect(parse(input)).toEqual(refusalAt(path));
  });
});
