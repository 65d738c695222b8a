import { expect, it } from 'vitest';
import { memoizeByKey } from './memoize-by-key.ts';

function createCountedRead() {
  const readKeys: string[] = [];
  const memoized = memoizeByKey<number>({ ms: 60_000, maxKeys: 2 });
  const get = (key: string) =>
    memoized.get(key, async () => {
      readKeys.push(key);
      if (readKeys.length === 1 && key === 'fails') throw new Error('no connection');
      return readKeys.length;
    });
  return { get, forget: memoized.forget, clear: memoized.clear, readKeys };
}

it('reads once for each key, also for callers at the same time', async () => {
  const { get, readKeys } = createCountedRead();
  expect(await Promise.all([get('a'), get('a')])).toEqual([1, 1]);
  expect([await get('a'), await get('b')]).toEqual([1, 2]);
  expect(readKeys).toEqual(['a', 'b']);
});

it('reads again after a failure', async () => {
  const { get } = createCountedRead();
  await expect(get('fails')).rejects.toThrow('no connection');
  expect(await get('fails')).toBe(2);
});

it('reads again what was forgotten, also while it is read', async () => {
  const { get, forget, readKeys } = createCountedRead();
  const outdatedRead = get('a');
  forget('a');
  await outdatedRead;
  expect(await get('a')).toBe(2);
  expect(readKeys).toEqual(['a', 'a']);
});

it('holds a limited number of results', async () => {
  const { get, readKeys } = createCountedRead();
  for (const key of ['a', 'b', 'c', 'a']) await get(key);
  expect(readKeys).toEqual(['a', 'b', 'c', 'a']);
});

it('reads everything again after it was cleared, also what is being read', async () => {
  const { get, clear, readKeys } = createCountedRead();
  await get('a');
  const outdatedRead = get('b');
  clear();
  await outdatedRead;
  expect([await get('a'), await get('b')]).toEqual([3, 4]);
  expect(readKeys).toEqual(['a', 'b', 'a', 'b']);
});
