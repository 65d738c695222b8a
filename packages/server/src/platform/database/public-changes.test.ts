import { describe, expect, it } from 'vitest';
import { createFakeChanges } from '../../../test/fixtures/fakes/fake-changes.ts';
import { memoizeUntilChange } from './public-changes.ts';

function createCountedRead() {
  const changes = createFakeChanges();
  const readUntilChange = memoizeUntilChange<number>(changes, { ms: 60_000, maxKeys: 10 });
  let readCount = 0;
  const read = (key: string) =>
    readUntilChange(key, async () => {
      readCount += 1;
      return readCount;
    });
  return { changes, read };
}

describe('what visitors read', () => {
  it('is memoized by key', async () => {
    const { read } = createCountedRead();
    expect([await read('a'), await read('a'), await read('b'), await read('a')]).toEqual([
      1, 1, 2, 1,
    ]);
  });

  it('is discarded by any change of public data, also while it is being read', async () => {
    const { changes, read } = createCountedRead();
    await read('a');
    changes.tell('guilda_public', 'b7a3 lists');
    const outdated = read('a');
    changes.tell('guilda_public', 'c0ff');
    expect(await outdated).toBe(2);
    expect(await read('a')).toBe(3);
  });

  it('is not memoized while changes may be missed', async () => {
    const { changes, read } = createCountedRead();
    await read('a');
    changes.lose();
    expect([await read('a'), await read('a')]).toEqual([2, 3]);
    changes.reconnect();
    expect([await read('a'), await read('a')]).toEqual([4, 4]);
  });
});
