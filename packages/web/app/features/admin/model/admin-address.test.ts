import { describe, expect, it } from 'vitest';
import {
  casePath,
  chosenQueueItemOf,
  queueSearch,
  readQueueAddress,
  readTab,
  subjectPath,
} from './admin-address.ts';

const parseAddress = (query: string) => readQueueAddress(new URLSearchParams(query));

describe('the address of the admin page', () => {
  it('contains tab, filter and item, and is parsed to the same values', () => {
    expect(readTab(new URLSearchParams('aba=registro'))).toBe('log');
    expect(readTab(new URLSearchParams('aba=saude'))).toBe('health');
    expect(readTab(new URLSearchParams('aba=outra'))).toBe('queue');
    const query = 'tipo=recursos&ver=meus&caso=c1';
    const address = { kind: 'appeal', state: 'mine', chosen: { kind: 'case', id: 'c1' } };
    expect(parseAddress(query)).toEqual(address);
    expect(queueSearch(parseAddress(query))).toBe(query);
    expect(queueSearch(parseAddress('?'))).toBe('');
  });

  it('accepts the earlier addresses of withdrawals', () => {
    const chosen = { kind: 'withdrawal', id: 'w1' };
    expect(parseAddress('ver=pagos&saque=w1')).toEqual({
      kind: 'withdrawal',
      state: 'closed',
      chosen,
    });
    expect(parseAddress('ver=recusados')).toMatchObject({ kind: 'withdrawal', state: 'closed' });
  });

  it('ignores unknown words', () => {
    expect(parseAddress('tipo=constructor&ver=toString')).toEqual({
      kind: null,
      state: 'open',
      chosen: null,
    });
  });

  it('has separate addresses for cases, refunds and disputes', () => {
    expect(chosenQueueItemOf({ id: 'r1', kind: 'refund' })).toEqual({ kind: 'refund', id: 'r1' });
    expect(chosenQueueItemOf({ id: 'x1', kind: 'dispute' })).toEqual({ kind: 'dispute', id: 'x1' });
    expect(parseAddress('tipo=disputas&disputa=x1')).toMatchObject({
      kind: 'dispute',
      chosen: { kind: 'dispute', id: 'x1' },
    });
    expect(chosenQueueItemOf({ id: 'd1', kind: 'report' })).toEqual({ kind: 'case', id: 'd1' });
  });

  it('links entries of the audit log to cases and items about money', () => {
    expect(parseAddress(casePath('c1').slice('/admin'.length)).chosen).toEqual({
      kind: 'case',
      id: 'c1',
    });
    for (const kind of ['case', 'withdrawal', 'refund', 'dispute'])
      expect(
        parseAddress(subjectPath({ kind, id: 'x1' })?.slice('/admin'.length) ?? '').chosen,
      ).toEqual({
        kind,
        id: 'x1',
      });
    expect(subjectPath({ kind: 'user', id: 'u1' })).toBeNull();
  });
});
