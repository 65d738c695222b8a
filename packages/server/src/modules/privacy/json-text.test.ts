import { describe, expect, it } from 'vitest';
import { jsonList, jsonObjectWithList, jsonOfOnlyRow } from './json-text.ts';

async function* streamOf(...rows: unknown[]) {
  yield* rows;
}

async function collectPieces<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const piece of pieces) collected.push(piece);
  return collected;
}

const textOf = async (pieces: AsyncIterable<string>) => (await collectPieces(pieces)).join('');

describe('streamed JSON', () => {
  const rowWithSpecialText = {
    text: 'linha\nnova "aspas" \u2028 \u0000 \ud800',
    list: [{ a: null }],
  };

  it.each([[[]], [[rowWithSpecialText]], [[1, rowWithSpecialText, [], 'x']]])(
    'lists %j',
    async (rows) => {
      expect(JSON.parse(await textOf(jsonList(streamOf(...rows))))).toEqual(rows);
    },
  );

  it('indents rows', async () => {
    expect(await textOf(jsonList(streamOf({ a: 1 }, { b: [2] })))).toBe(
      '[\n  {\n    "a": 1\n  },\n  {\n    "b": [\n      2\n    ]\n  }\n]\n',
    );
  });

  it('yields long lists in chunks', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
    const pieces = await collectPieces(jsonList(streamOf(...rows)));
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(20_000);
    expect(JSON.parse(pieces.join(''))).toEqual(rows);
  });

  it('writes one object or null', async () => {
    expect(JSON.parse(await textOf(jsonOfOnlyRow(streamOf(rowWithSpecialText))))).toEqual(
      rowWithSpecialText,
    );
    expect(await textOf(jsonOfOnlyRow(streamOf()))).toBe('null\n');
  });

  it('writes fields with a list', async () => {
    const text = await textOf(
      jsonObjectWithList({ person: { uid: 'a' } }, 'messages', streamOf(rowWithSpecialText, 2)),
    );
    expect(JSON.parse(text)).toEqual({ person: { uid: 'a' }, messages: [rowWithSpecialText, 2] });
  });
});
