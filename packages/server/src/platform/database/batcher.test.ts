import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ok, type Result } from '../result.ts';
import { createBatcher, type StoreBatch } from './batcher.ts';

interface BatchedDraft {
  readonly id: string;
  readonly message: string;
}
type BatchedOutcome = Result<{ message: { message: string } }, 'unavailable'>;

const createDraftBatcher = (store: StoreBatch<BatchedDraft, BatchedOutcome>) =>
  createBatcher(store, ({ id }) => id);

const buildMessageDraft = (message: string, id: string = randomUUID()): BatchedDraft => ({
  id,
  message,
});

const buildStoredOutcome = ({ message }: BatchedDraft): BatchedOutcome =>
  ok({ message: { message } });

/**
 * Creates a fake store for a batcher; each of its transactions runs until the test resolves the transaction's `end`.
 */
function createGatedBatcher() {
  const batches: {
    readonly texts: string[];
    readonly end: PromiseWithResolvers<void>;
  }[] = [];
  return {
    batches,
    store: async (drafts: readonly BatchedDraft[]) => {
      const end = Promise.withResolvers<void>();
      batches.push({ texts: drafts.map(({ message }) => message), end });
      await end.promise;
      return drafts.map(buildStoredOutcome);
    },
    /** Resolves once this many transactions have begun. */
    begun: (count: number) => expect.poll(() => batches.length, { interval: 1 }).toBe(count),
  };
}

describe('batches', () => {
  it('contain the drafts that arrived while the previous one was stored', async () => {
    const gate = createGatedBatcher();
    const batcher = createDraftBatcher(gate.store);
    const firstOutcome = batcher.store(buildMessageDraft('1'));
    await gate.begun(1);
    const otherOutcomes = ['2', '3', '4'].map((text) => batcher.store(buildMessageDraft(text)));
    await new Promise(setImmediate);
    expect(gate.batches).toHaveLength(1);
    gate.batches[0]?.end.resolve();
    expect((await firstOutcome).ok).toBe(true);
    await gate.begun(2);
    expect(gate.batches[1]?.texts).toEqual(['2', '3', '4']);
    gate.batches[1]?.end.resolve();
    expect(await Promise.all(otherOutcomes)).toHaveLength(3);
    await batcher.settled();
  });

  it('contain at most 200 drafts, in order of arrival', async () => {
    const sizes: string[][] = [];
    const batcher = createDraftBatcher(async (drafts) => {
      sizes.push(drafts.map(({ message }) => message));
      return drafts.map(buildStoredOutcome);
    });
    const texts = Array.from({ length: 450 }, (_, index) => String(index));
    await Promise.all(texts.map((text) => batcher.store(buildMessageDraft(text))));
    expect(sizes.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(sizes.flat()).toEqual(texts);
  });

  it('never contain two drafts with one id', async () => {
    const storedBatches: string[][] = [];
    const batcher = createDraftBatcher(async (drafts) => {
      storedBatches.push(drafts.map(({ message }) => message));
      return drafts.map(buildStoredOutcome);
    });
    const id = randomUUID();
    await Promise.all(
      [
        buildMessageDraft('1', id),
        buildMessageDraft('2'),
        buildMessageDraft('3', id),
        buildMessageDraft('4', id),
        buildMessageDraft('5'),
      ].map(batcher.store),
    );
    expect(storedBatches).toEqual([['1', '2', '5'], ['3'], ['4']]);
  });

  it('reject drafts when 10,000 are waiting', async () => {
    const gate = createGatedBatcher();
    const batcher = createDraftBatcher(gate.store);
    for (let n = 0; n < 10_000; n += 1) void batcher.store(buildMessageDraft('x'));
    expect(await batcher.store(buildMessageDraft('demais'))).toEqual({
      ok: false,
      code: 'unavailable',
    });
  });
});

describe('a failure', () => {
  const createLostError = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });

  it('of the database rejects the whole batch at once, and the next one works', async () => {
    let isDown = true;
    let storeCalls = 0;
    const batcher = createDraftBatcher(async (drafts) => {
      storeCalls += 1;
      if (isDown) throw createLostError();
      return drafts.map(buildStoredOutcome);
    });
    const outcomes = await Promise.allSettled(
      ['1', '2', '3'].map((text) => batcher.store(buildMessageDraft(text))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(storeCalls).toBe(1);
    isDown = false;
    expect((await batcher.store(buildMessageDraft('4'))).ok).toBe(true);
  });

  it('to get a lock refuses only the messages that need it, and takes little longer', async () => {
    const waits: number[] = [];
    const batcher = createDraftBatcher(async (drafts, lockTimeoutMs) => {
      if (drafts.every(({ message }) => message !== 'trancada'))
        return drafts.map(buildStoredOutcome);
      waits.push(lockTimeoutMs);
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    });
    const texts = Array.from({ length: 200 }, (_, index) =>
      index === 57 ? 'trancada' : String(index),
    );
    const outcomes = await Promise.allSettled(
      texts.map((text) => batcher.store(buildMessageDraft(text))),
    );
    expect(
      outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [texts[index]] : [])),
    ).toEqual(['trancada']);
    expect(waits[0]).toBe(1_000);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(2_000);
  });

  it('to get a lock that all messages need refuses them in little more than two seconds', async () => {
    let waitedMs = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => waitedMs);
    const batcher = createDraftBatcher(async (_drafts, lockTimeoutMs) => {
      waitedMs += lockTimeoutMs;
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => batcher.store(buildMessageDraft(String(index)))),
    );
    now.mockRestore();
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(waitedMs).toBeLessThanOrEqual(3_000);
  });

  it('of one message does not affect the others', async () => {
    const batcher = createDraftBatcher(async (drafts) => {
      if (drafts.some(({ message }) => message === 'veneno')) throw new Error('poison');
      return drafts.map(buildStoredOutcome);
    });
    const texts = Array.from({ length: 50 }, (_, index) =>
      index === 13 ? 'veneno' : String(index),
    );
    const outcomes = await Promise.allSettled(
      texts.map((text) => batcher.store(buildMessageDraft(text))),
    );
    expect(
      outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [texts[index]] : [])),
    ).toEqual(['veneno']);
  });
});
