import { describe, expect, it } from 'vitest';
import { createFakeFanouts, type FakeFanout } from '../../../test/fixtures/fakes/fake-fanout.ts';
import { callOutcome, createCallLog, instrumentPort } from './instrument-port.ts';
import { noTelemetry } from './request-context.ts';

const createNodes = (count: number) => createFakeFanouts(count) as [FakeFanout, FakeFanout];

describe('instrumentPort', () => {
  it.each([
    [undefined, 'ok'],
    [{ ok: true, value: 1 }, 'ok'],
    [{ ok: false, code: 'not_found' }, 'refused'],
    [{ ok: false, code: 'payment_unavailable' }, 'failed'],
    [{ ok: false, code: 'discord_unavailable' }, 'failed'],
    [{ ok: false, code: 'call_room_failed' }, 'failed'],
    [{ result: 'sent' }, 'ok'],
    [{ result: 'gone' }, 'refused'],
    [{ result: 'later', afterMs: null }, 'failed'],
    [true, 'ok'],
    [false, 'failed'],
  ])('%o is %s', (answer, outcome) => {
    expect(callOutcome(answer)).toBe(outcome);
  });

  it('records the outcome, returns the answer unchanged and does not change other members', async () => {
    const callLog = createCallLog(() => new Date(7), createNodes(1)[0]);
    const port = {
      name: 'x',
      send: (message: string) =>
        message === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(message),
    };
    const instrumentedPort = instrumentPort({ ...noTelemetry, calls: callLog }, 'mail', port, [
      'send',
    ]);
    expect(instrumentedPort.name).toBe('x');
    expect(callLog.callTimesOf('mail')).toEqual({ workedAt: null, failedAt: null });
    await expect(instrumentedPort.send('bad')).rejects.toThrow('no');
    expect(callLog.callTimesOf('mail')).toEqual({ workedAt: null, failedAt: new Date(7) });
    expect(await instrumentedPort.send('good')).toBe('good');
    expect(callLog.callTimesOf('mail').workedAt).toEqual(new Date(7));
  });
});

describe('createCallLog', () => {
  it('contains the last calls of all nodes, and reports each outcome at intervals', () => {
    const [here, there] = createNodes(2);
    let now = 1_000;
    const [ownLog, otherLog] = [here, there].map((fanout) =>
      createCallLog(() => new Date(now), fanout),
    );
    ownLog?.record('mail', 'ok');
    now = 2_000;
    ownLog?.record('mail', 'ok');
    ownLog?.record('mail', 'failed');
    expect(ownLog?.callTimesOf('mail')).toEqual({
      workedAt: new Date(2_000),
      failedAt: new Date(2_000),
    });
    expect(otherLog?.callTimesOf('mail')).toEqual({
      workedAt: new Date(1_000),
      failedAt: new Date(2_000),
    });
    now = 60_000;
    ownLog?.record('mail', 'refused');
    expect(otherLog?.callTimesOf('mail').workedAt).toEqual(new Date(60_000));
    expect(here.published.length).toBe(3);
  });
});
