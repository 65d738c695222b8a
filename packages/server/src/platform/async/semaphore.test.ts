import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** A semaphore whose only permit is taken, with the calls of `acquire` that have been answered, in this order. */
async function createTakenSemaphore(maxWaiting: number) {
  const semaphore = createSemaphore(1, maxWaiting);
  await semaphore.acquire();
  const answers: string[] = [];
  const acquire = (key: string, name: string) =>
    void semaphore
      .acquire(key)
      .then((hasPermit) => answers.push(`${name} ${hasPermit ? 'works' : 'refused'}`));
  const release = async () => {
    semaphore.release();
    await new Promise(setImmediate);
  };
  return { acquire, release, answers };
}

describe('a semaphore', () => {
  it('gives permits to the callers of one key in their order', async () => {
    const { acquire, release, answers } = await createTakenSemaphore(3);
    for (const name of ['first', 'second', 'third', 'fourth']) acquire('a', name);
    for (let n = 0; n < 3; n += 1) await release();
    expect(answers).toEqual(['fourth refused', 'first works', 'second works', 'third works']);
  });

  it('gives permits to different keys in turn', async () => {
    const { acquire, release, answers } = await createTakenSemaphore(6);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) acquire(name.slice(0, 1), name);
    for (let n = 0; n < 6; n += 1) await release();
    expect(answers.map((answer) => answer.slice(0, 2))).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'b2',
      'a3',
    ]);
  });

  it('refuses the last caller of the key with most callers to make place for another key', async () => {
    const { acquire, release, answers } = await createTakenSemaphore(4);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) acquire(name.slice(0, 1), name);
    await new Promise(setImmediate);
    expect(answers.toSorted()).toEqual(['a3 refused', 'b2 refused']);
    await release();
    await release();
    await release();
    expect(answers.slice(2)).toEqual(['a1 works', 'b1 works', 'c1 works']);
  });

  it('lets nobody wait without places', async () => {
    const { acquire, answers } = await createTakenSemaphore(0);
    acquire('a', 'first');
    await new Promise(setImmediate);
    expect(answers).toEqual(['first refused']);
  });

  it('gives a returned permit to a caller that comes later', async () => {
    const { acquire, release, answers } = await createTakenSemaphore(0);
    await release();
    acquire('a', 'first');
    await new Promise(setImmediate);
    expect(answers).toEqual(['first works']);
  });
});
