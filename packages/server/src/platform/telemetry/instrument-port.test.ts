import { describe, expect, it } from 'vitest';
import { callOutcome, createCallLog, instrumentPort } from './instrument-port.ts';
import { noTelemetry } from './request-context.ts';

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

  it('records the outcome, returns the answer unchanged and leaves other members alone', async () => {
    const calls = createCallLog(() => new Date(7));
    const port = {
      name: 'x',
      send: (what: string) =>
        what === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(what),
    };
    const watched = instrumentPort({ ...noTelemetry, calls }, 'mail', port, ['send']);
    expect(watched.name).toBe('x');
    expect(calls.of('mail')).toEqual({ workedAt: null, failedAt: null });
    await expect(watched.send('bad')).rejects.toThrow('no');
    expect(calls.of('mail')).toEqual({ workedAt: null, failedAt: new Date(7) });
    expect(await watched.send('good')).toBe('good');
    expect(calls.of('mail').workedAt).toEqual(new Date(7));
  });
});
