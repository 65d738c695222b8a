import { describe, expect, it } from 'vitest';
import { createRealtimeClient } from './create-realtime.ts';
import { fakeConnection } from './fake-connection.ts';
import { UnansweredError } from './realtime.ts';

const MINUTE_MS = 60_000;

async function startClient() {
  const fake = fakeConnection();
  const client = createRealtimeClient(fake.ports);
  const states: string[] = [];
  client.subscribe(() => states.push(client.getState()));
  client.start('ana');
  await fake.time.settle();
  return { ...fake, client, states };
}

async function startOnline() {
  const fake = await startClient();
  await fake.connects();
  fake.acts.length = 0;
  fake.emitted.length = 0;
  fake.states.length = 0;
  return fake;
}

describe('a connection', () => {
  it('registers its person on each connection and is online only then', async () => {
    const fake = await startClient();
    expect(fake.acts).toEqual(['open', 'connect']);
    expect(fake.client.getState()).toBe('connecting');
    await fake.connects();
    expect(fake.emitted).toEqual([{ event: 'register', payload: 'ana' }]);
    expect(fake.client.getState()).toBe('online');
    fake.cut();
    expect(fake.client.getState()).toBe('connecting');
    await fake.connects();
    expect(fake.emitted).toHaveLength(2);
    expect(fake.states).toEqual(['online', 'connecting', 'online']);
  });

  it('closes a connection that does not acknowledge its person', async () => {
    const fake = await startClient();
    fake.behaviour.answer = async () => {
      throw new Error('timeout');
    };
    await fake.connects();
    expect(fake.acts.at(-1)).toBe('drop');
    expect(fake.client.getState()).not.toBe('online');
  });

  it('is offline from the first failed attempt on, and does not change with each further one', async () => {
    const fake = await startOnline();
    fake.cut();
    for (let tries = 0; tries < 5; tries += 1) fake.transport().failed();
    fake.transport().gaveUp();
    await fake.time.pass(10_000);
    expect(fake.states).toEqual(['connecting', 'offline']);
  });

  it('keeps trying with growing delays, and never stops', async () => {
    const fake = await startOnline();
    fake.cut();
    fake.transport().gaveUp();
    const tries = () => fake.acts.filter((act) => act === 'try').length;
    for (let wait = 0; wait < 10; wait += 1) {
      await fake.time.pass(2_500);
      expect(tries()).toBe(wait + 1);
      fake.transport().failed();
    }
    await fake.time.pass(5 * MINUTE_MS);
    fake.transport().failed();
    const before = tries();
    await fake.time.pass(20_000);
    expect(tries()).toBe(before);
    await fake.time.pass(10_000);
    expect(tries()).toBe(before + 1);
    await fake.connects();
    expect(fake.client.getState()).toBe('online');
    await fake.time.pass(10 * MINUTE_MS);
    expect(tries()).toBe(before + 1);
  });

  it('tries slowly from the start while the tab is hidden', async () => {
    const fake = await startOnline();
    fake.behaviour.visible = false;
    fake.cut();
    fake.transport().gaveUp();
    await fake.time.pass(20_000);
    expect(fake.acts).not.toContain('try');
    await fake.time.pass(20_000);
    expect(fake.acts).toContain('try');
  });

  it.each(['back', 'visible'] as const)('starts again at once after the sign: %s', async (sign) => {
    const fake = await startOnline();
    fake.cut();
    fake.transport().gaveUp();
    fake.browserState[sign]();
    expect(fake.acts).toEqual(['connect']);
    await fake.time.pass(MINUTE_MS);
    expect(fake.acts).toEqual(['connect']);
  });

  it('disconnects when the browser reports no network, and still tries slowly', async () => {
    const fake = await startOnline();
    fake.browserState.lost();
    expect(fake.acts).toEqual(['hang up']);
    expect(fake.client.getState()).toBe('offline');
    await fake.time.pass(3_000);
    expect(fake.acts).toEqual(['hang up', 'try']);
  });

  it('closes a connection that does not answer when the network has returned', async () => {
    const fake = await startOnline();
    fake.behaviour.answer = async () => {
      throw new Error('timeout');
    };
    fake.browserState.back();
    await fake.time.settle();
    expect(fake.acts).toEqual(['drop']);
  });

  it('pings a connection when the tab becomes visible, only after a time without events', async () => {
    const fake = await startOnline();
    fake.browserState.visible();
    expect(fake.emitted).toHaveLength(0);
    await fake.time.pass(MINUTE_MS);
    fake.transport().alive();
    fake.browserState.visible();
    expect(fake.emitted).toHaveLength(0);
    await fake.time.pass(MINUTE_MS);
    fake.browserState.visible();
    expect(fake.emitted).toEqual([{ event: 'register', payload: 'ana' }]);
  });

  it('waits for its code when it could not be loaded', async () => {
    const fake = fakeConnection();
    fake.behaviour.loads = false;
    const client = createRealtimeClient(fake.ports);
    client.start('ana');
    await fake.time.settle();
    expect(client.getState()).toBe('offline');
    fake.behaviour.loads = true;
    await fake.time.pass(3_000);
    expect(fake.acts).toEqual(['open', 'connect']);
  });
});

describe('a refused connection', () => {
  it('renews its token once, and then tries with the slower backoff', async () => {
    const fake = await startOnline();
    fake.cut();
    fake.transport().refused('token_invalid');
    await fake.time.settle();
    expect(fake.acts).toEqual(['ask', 'connect']);
    fake.transport().refused('token_invalid');
    await fake.time.settle();
    expect(fake.acts).toEqual(['ask', 'connect', 'ask']);
    await fake.time.pass(3_000);
    expect(fake.acts).toEqual(['ask', 'connect', 'ask', 'try']);
  });

  it('checks the session by the API when the server ends it, and reconnects if it is valid', async () => {
    const fake = await startOnline();
    await fake.time.pass(MINUTE_MS);
    fake.cut(true);
    await fake.time.pass(1_000);
    expect(fake.acts).toEqual(['ask', 'connect']);
  });

  it('sends no request when this browser ended the session', async () => {
    const fake = await startOnline();
    fake.cut(true);
    await fake.time.pass(500);
    fake.client.stop();
    await fake.time.pass(MINUTE_MS);
    expect(fake.acts).not.toContain('ask');
  });

  it('does not reconnect at once when the server ends it repeatedly', async () => {
    const fake = await startOnline();
    fake.cut(true);
    await fake.time.pass(1_000);
    expect(fake.acts).toEqual(['ask']);
    await fake.time.pass(3_000);
    expect(fake.acts).toEqual(['ask', 'try']);
  });

  it('stops when the session has ended', async () => {
    const fake = await startOnline();
    fake.behaviour.session = 'ended';
    fake.cut(true);
    await fake.time.pass(10 * MINUTE_MS);
    expect(fake.acts).toEqual(['ask']);
  });

  it('keeps trying when the API cannot be reached', async () => {
    const fake = await startOnline();
    fake.behaviour.session = 'unreachable';
    fake.cut(true);
    await fake.time.pass(3_000);
    expect(fake.acts).toEqual(['ask', 'try']);
  });

  it.each(['unavailable', 'account_suspended', null])(
    'tries again later after the refusal %s',
    async (code) => {
      const fake = await startClient();
      fake.transport().refused(code);
      expect(fake.client.getState()).toBe('offline');
      await fake.time.pass(3_000);
      expect(fake.acts.at(-1)).toBe('try');
    },
  );

  it('does not try without a token', async () => {
    const fake = await startClient();
    fake.transport().refused('token_missing');
    await fake.time.pass(10 * MINUTE_MS);
    expect(fake.acts).toEqual(['open', 'connect']);
  });
});

describe('the realtime client', () => {
  it('passes events to all listeners, also when one of them throws', async () => {
    const fake = await startOnline();
    const received: unknown[] = [];
    const stop = fake.client.on('userTyping', (payload) => received.push(payload));
    const typing = { senderId: 'bia', receiverId: 'ana' };
    fake.transport().received('userTyping', typing);
    fake.transport().received('statusUpdated', {});
    stop();
    fake.transport().received('userTyping', typing);
    expect(received).toEqual([typing]);
  });

  it('sends only while it is online, and reports missing acknowledgements', async () => {
    const fake = await startClient();
    await expect(fake.client.send('userActivity', undefined)).rejects.toThrow(UnansweredError);
    await fake.connects();
    await expect(fake.client.send('userActivity', undefined)).resolves.toEqual({ ok: true });
    fake.behaviour.answer = async () => {
      throw new Error('timeout');
    };
    await expect(fake.client.send('userActivity', undefined)).rejects.toThrow(UnansweredError);
    await fake.time.settle();
    expect(fake.acts.at(-1)).toBe('drop');
  });

  it('keeps no state of one person for the next', async () => {
    const fake = await startOnline();
    const before = fake.transport();
    const received: unknown[] = [];
    fake.client.on('userTyping', (payload) => received.push(payload));
    fake.client.start('ana');
    expect(fake.acts).toEqual([]);
    fake.client.start('bia');
    await fake.time.settle();
    expect(fake.acts).toEqual(['hang up', 'open', 'connect']);
    before.received('userTyping', { senderId: 'x', receiverId: 'ana' });
    before.connected();
    before.gaveUp();
    expect(received).toEqual([]);
    await fake.connects();
    expect(fake.emitted.at(-1)).toEqual({ event: 'register', payload: 'bia' });
    fake.client.stop();
    await fake.time.pass(10 * MINUTE_MS);
    expect(fake.acts.at(-1)).toBe('hang up');
    expect(fake.client.getState()).toBe('connecting');
    await expect(fake.client.send('userActivity', undefined)).rejects.toThrow(UnansweredError);
  });
});
