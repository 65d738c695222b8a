import { expect, it } from 'vitest';
import type { Queryable } from '../database/prepared.ts';
import { keepByText } from './keep-by-text.ts';

const createPool = () => ({ query: () => undefined }) as unknown as Queryable;

function createCountedRead() {
  const queriedTexts: string[] = [];
  const read = keepByText(async (_pool: Queryable, text: string) => {
    queriedTexts.push(text);
    if (text === 'falha' && queriedTexts.length === 1) throw new Error('no connection');
    return text.toUpperCase();
  });
  return { read, queriedTexts };
}

it('asks the database once for each text and pool, also for callers at the same time', async () => {
  const { read, queriedTexts } = createCountedRead();
  const pool = createPool();
  expect(await Promise.all([read(pool, 'aula'), read(pool, 'aula')])).toEqual(['AULA', 'AULA']);
  expect(await read(pool, 'aula')).toBe('AULA');
  expect(await read(pool, 'Aula')).toBe('AULA');
  expect(queriedTexts).toEqual(['aula', 'Aula']);
  await read(createPool(), 'aula');
  expect(queriedTexts).toEqual(['aula', 'Aula', 'aula']);
});

it('asks again after a failure', async () => {
  const { read } = createCountedRead();
  const pool = createPool();
  await expect(read(pool, 'falha')).rejects.toThrow('no connection');
  expect(await read(pool, 'falha')).toBe('FALHA');
});

it('keeps a bounded number of texts', async () => {
  const { read, queriedTexts } = createCountedRead();
  const pool = createPool();
  for (let n = 0; n <= 1_000; n += 1) await read(pool, `texto ${n}`);
  await read(pool, 'texto 0');
  await read(pool, 'texto 1000');
  expect(queriedTexts).toHaveLength(1_002);
});
