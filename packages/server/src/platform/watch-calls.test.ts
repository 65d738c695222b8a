import { describe, expect, it } from 'vitest';
import { nobodyLooks } from './scene.ts';
import { openCallBook, outcomeOf, watchCalls } from './watch-calls.ts';

describe('what a call to a service came to', () => {
  it.each([
    [undefined, 'ok'],
    [{ ok: true, value: 1 }, 'ok'],
    [{ ok: false, code: 'not_found' }, 'refused'],
    [{ ok: false, code: 'payment_unavailable' }, 'failed'],
    [{ ok: false, code: 'discord_unavailable' }, 'failed'],
    [{ ok: false, code: 'call_room_failed' }, 'failed'],
    [{ is: 'sent' }, 'ok'],
    [{ is: 'gone' }, 'refused'],
    [{ is: 'later', afterMs: null }, 'failed'],
    [true, 'ok'],
    [false, 'failed'],
  ])('%o is %s', (answer, outcome) => {
    expect(outcomeOf(answer)).toBe(outcome);
  });

  it('is remembered, passed on as it is, and leaves the rest of the port alone', async () => {
    const calls = openCallBook(() => new Date(7));
    const port = {
      name: 'x',
      send: (what: string) =>
        what === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(what),
    };
    const watched = watchCalls({ ...nobodyLooks, calls }, 'mail', port, ['send']);
    expect(watched.name).toBe('x');
    expect(calls.of('mail')).toEqual({ workedAt: null, failedAt: null });
    await expect(watched.send('bad')).rejects.toThrow('no');
    expect(calls.of('mail')).toEqual({ workedAt: null, failedAt: new Date(7) });
    expect(await watched.send('good')).toBe('good');
    expect(calls.of('mail').workedAt).toEqual(new Date(7));
  });
});
