import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fake-clock.ts';
import type { CountedHashtag, HashtagUse } from './hashtag-queries.ts';
import { keepReading, leaveOut } from './trending.ts';

const counted = (
  tag: string,
  authors: number,
  names: Record<string, number> = { [tag]: authors },
): CountedHashtag => ({
  tag,
  authors,
  posts: Object.values(names).reduce((all, posts) => all + posts, 0),
  names: Object.entries(names).map(([name, posts]) => ({ name, posts })),
  asOf: '2026-11-20 12:00:00+00',
});

const use = (tag: string, author: string, posts = 1, name = tag): HashtagUse => ({
  tag,
  author,
  posts,
  name,
});

const told = (hashtags: readonly CountedHashtag[]) =>
  hashtags.map(({ tag, authors, posts, names }) => [tag, authors, posts, names[0]?.name].join(' '));

describe('leaving out what some people wrote', () => {
  it('takes their posts, themselves once, and their spelling', () => {
    const week = [counted('copa', 4, { COPA: 5, Copa: 3 }), counted('gol', 3)];
    const uses = [use('copa', 'ana', 4, 'COPA'), use('copa', 'ana', 1, 'Copa')];
    expect(told(leaveOut(week, uses))).toEqual(['copa 3 3 Copa', 'gol 3 3 gol']);
  });

  it('drops what nobody else used, and puts the rest in order', () => {
    const week = [counted('c', 3), counted('b', 2), counted('a', 2), counted('d', 1)];
    const uses = [use('c', 'ana'), use('c', 'bia'), use('d', 'ana')];
    expect(told(leaveOut(week, uses))).toEqual(['a 2 2 a', 'b 2 2 b', 'c 1 1 c']);
  });

  it('minds nothing that was not counted', () => {
    expect(told(leaveOut([counted('a', 1)], [use('z', 'ana')]))).toEqual(['a 1 1 a']);
    expect(leaveOut([], [use('z', 'ana')])).toEqual([]);
  });
});

describe('a reading in memory', () => {
  function rig() {
    const clock = fakeClock();
    const readings: { end(): void; fail(): void }[] = [];
    const ask = keepReading(clock, () => {
      const number = readings.length + 1;
      return new Promise<number>((resolve, reject) => {
        readings.push({ end: () => resolve(number), fail: () => reject(new Error('down')) });
      });
    });
    return { clock, ask, readings };
  }

  it('is made once for all who ask meanwhile, and kept for a minute', async () => {
    const { clock, ask, readings } = rig();
    const answers = [ask(), ask(), ask()];
    readings[0]?.end();
    expect(await Promise.all(answers)).toEqual([1, 1, 1]);
    clock.advance(59_999);
    expect(await ask()).toBe(1);
    expect(readings).toHaveLength(1);
  });

  it('answers while the next one is made', async () => {
    const { clock, ask, readings } = rig();
    const first = ask();
    readings[0]?.end();
    await first;
    clock.advance(60_000);
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    expect(readings).toHaveLength(2);
    readings[1]?.end();
    await expect.poll(ask).toBe(2);
  });

  it('answers no more after two minutes', async () => {
    const { clock, ask, readings } = rig();
    const first = ask();
    readings[0]?.end();
    await first;
    clock.advance(120_000);
    const second = ask();
    readings[1]?.end();
    expect(await second).toBe(2);
  });

  it('outlives a failure behind its back and tells one in front', async () => {
    const { clock, ask, readings } = rig();
    const first = ask();
    readings[0]?.end();
    await first;
    clock.advance(60_000);
    expect(await ask()).toBe(1);
    readings[1]?.fail();
    await expect.poll(() => ask().then(() => readings.length)).toBe(3);
    clock.advance(60_000);
    const waiting = ask();
    readings[2]?.fail();
    await expect(waiting).rejects.toThrow('down');
    const again = ask();
    readings[3]?.end();
    expect(await again).toBe(4);
  });
});
