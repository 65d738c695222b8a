import { describe, expect, it } from 'vitest';
import { createRealtimeClient } from './create-realtime.ts';
import { fakeConnection } from './fake-connection.ts';
import { UnansweredError } from './realtime.ts';

const MINUTE_MS = 60_000;

async function startClient() {
  const setup = fakeConnection();
  const client = createRealtimeClient(setup.ports);
  const states: string[] = [];
  client.subscribe(() => states.push(client.getState()));
  client.start('ana');
  await setup.time.settle();
  return { ...setup, client, states };
}

async function startOnline() {
  const setup = await startClient();
  await setup.connects();
  setup.calls.length = 0;
  setup.emittedEvents.length = 0;
  setup.states.length = 0;
  return setup;
}

describe('a connection', () => {
  it('registers its person on each connection and is online only then', async () => {
    const setup = await startClient();
    expect(setup.calls).toEqual(['open', 'connect']);
    expect(setup.client.getState()).toBe('connecting');
    await setup.connects();
    expect(setup.emittedEvents).toEqual([{ event: 'register', payload: 'ana' }]);
    expect(setup.client.getState()).toBe('online');
    setup.cut();
    expect(setup.client.getState()).toBe('connecting');
    await setup.connects();
    expect(setup.emittedEvents).toHaveLength(2);
    expect(setup.states).toEqual(['online', 'connecting', 'online']);
  });

  it('closes a connection that does not acknowledge its person', async () => {
    const setup = await startClient();
    setup.behaviour.answer = async () => {
      throw new Error('timeout');
    };
    await setup.connects();
    expect(setup.calls.at(-1)).toBe('drop');
    expect(setup.client.getState()).not.toBe('online');
  });

  it('is offline from the first failed attempt on, and does not change with each further one', async () => {
    const setup = await startOnline();
    setup.cut();
    for (let attempt = 0; attempt < 5; attempt += 1) setup.transport().failed();
    setup.transport().gaveUp();
    await setup.time.pass(10_000);
    expect(setup.states).toEqual(['connecting', 'offline']);
  });

  it('keeps trying with growing delays, and never stops', async () => {
    const setup = await startOnline();
    setup.cut();
    setup.transport().gaveUp();
    const attemptCount = () => setup.calls.filter((call) => call === 'try').length;
    for (let round = 0; round < 10; round += 1) {
      await setup.time.pass(2_500);
      expect(attemptCount()).toBe(round + 1);
      setup.transport().failed();
    }
    await setup.time.pass(5 * MINUTE_MS);
    setup.transport().failed();
    const attemptCountBefore = attemptCount();
    await setup.time.pass(20_000);
    expect(attemptCount()).toBe(attemptCountBefore);
    await setup.time.pass(10_000);
    expect(attemptCount()).toBe(attemptCountBefore + 1);
    await setup.connects();
    expect(setup.client.getState()).toBe('online');
    await setup.time.pass(10 * MINUTE_MS);
    expect(attemptCount()).toBe(attemptCountBefore + 1);
  });

  it('tries slowly from the start while the tab is hidden', async () => {
    const setup = await startOnline();
    setup.behaviour.visible = false;
    setup.cut();
    setup.transport().gaveUp();
    await setup.time.pass(20_000);
    expect(setup.calls).not.toContain('try');
    await setup.time.pass(20_000);
    expect(setup.calls).toContain('try');
  });

  it.each(['back', 'visible'] as const)(
    'starts again at once after the sign: %s',
    async (signName) => {
      const setup = await startOnline();
      setup.cut();
      setup.transport().gaveUp();
      setup.browserState[signName]();
      expect(setup.calls).toEqual(['connect']);
      await setup.time.pass(MINUTE_MS);
      expect(setup.calls).toEqual(['connect']);
    },
  );

  it('disconnects when the browser reports no network, and still tries slowly', async () => {
    const setup = await startOnline();
    setup.browserState.lost();
    expect(setup.calls).toEqual(['hang up']);
    expect(setup.client.getState()).toBe('offline');
    await setup.time.pass(3_000);
    expect(setup.calls).toEqual(['hang up', 'try']);
  });

  it('closes a connection that does not answer when the network has returned', async () => {
    const setup = await startOnline();
    setup.behaviour.answer = async () => {
      throw new Error('timeout');
    };
    setup.browserState.back();
    await setup.time.settle();
    expect(setup.calls).toEqual(['drop']);
  });

  it('pings a connection when the tab becomes visible, only after a time without events', async () => {
    const setup = await startOnline();
    setup.browserState.visible();
    expect(setup.emittedEvents).toHaveLength(0);
    await setup.time.pass(MINUTE_MS);
    setup.transport().alive();
    setup.browserState.visible();
    expect(setup.emittedEvents).toHaveLength(0);
    await setup.time.pass(MINUTE_MS);
    setup.browserState.visible();
    expect(setup.emittedEvents).toEqual([{ event: 'register', payload: 'ana' }]);
  });

  it('waits for its code when it could not be loaded', async () => {
    const setup = fakeConnection();
    setup.behaviour.loads = false;
    const client = createRealtimeClient(setup.ports);
    client.start('ana');
    await setup.time.settle();
    expect(client.getState()).toBe('offline');
    setup.behaviour.loads = true;
    await setup.time.pass(3_000);
    expect(setup.calls).toEqual(['open', 'connect']);
  });
});

describe('a refused connection', () => {
  it('renews its token once, and then tries with the slower backoff', async () => {
    const setup = await startOnline();
    setup.cut();
    setup.transport().refused('token_invalid');
    await setup.time.settle();
    expect(setup.calls).toEqual(['ask', 'connect']);
    setup.transport().refused('token_invalid');
    await setup.time.settle();
    expect(setup.calls).toEqual(['ask', 'connect', 'ask']);
    await setup.time.pass(3_000);
    expect(setup.calls).toEqual(['ask', 'connect', 'ask', 'try']);
  });

  it('checks the session by the API when the server ends it, and reconnects if it is valid', async () => {
    const setup = await startOnline();
    await setup.time.pass(MINUTE_MS);
    setup.cut(true);
    await setup.time.pass(1_000);
    expect(setup.calls).toEqual(['ask', 'connect']);
  });

  it('sends no request when this browser ended the session', async () => {
    const setup = await startOnline();
    setup.cut(true);
    await setup.time.pass(500);
    setup.client.stop();
    await setup.time.pass(MINUTE_MS);
    expect(setup.calls).not.toContain('ask');
  });

  it('does not reconnect at once when the server ends it repeatedly', async () => {
    const setup = await startOnline();
    setup.cut(true);
    await setup.time.pass(1_000);
    expect(setup.calls).toEqual(['ask']);
    await setup.time.pass(3_000);
    expect(setup.calls).toEqual(['ask', 'try']);
  });

  it('stops when the session has ended', async () => {
    const setup = await startOnline();
    setup.behaviour.session = 'ended';
    setup.cut(true);
    await setup.time.pass(10 * MINUTE_MS);
    expect(setup.calls).toEqual(['ask']);
  });

  it('keeps trying when the API cannot be reached', async () => {
    const setup = await startOnline();
    setup.behaviour.session = 'unreachable';
    setup.cut(true);
    await setup.time.pass(3_000);
    expect(setup.calls).toEqual(['ask', 'try']);
  });

  it.each(['unavailable', 'account_suspended', null])(
    'tries again later after the refusal %s',
    async (code) => {
      const setup = await startClient();
      setup.transport().refused(code);
      expect(setup.client.getState()).toBe('offline');
      await setup.time.pass(3_000);
      expect(setup.calls.at(-1)).toBe('try');
    },
  );

  it('does not try without a token', async () => {
    const setup = await startClient();
    setup.transport().refused('token_missing');
    await setup.time.pass(10 * MINUTE_MS);
    expect(setup.calls).toEqual(['open', 'connect']);
  });
});

describe('the realtime client', () => {
  it('passes events to all listeners, also when one of them throws', async () => {
    const setup = await startOnline();
    const receivedPayloads: unknown[] = [];
    const stop = setup.client.on('userTyping', (payload) => receivedPayloads.push(payload));
    const typing = { senderId: 'bia', receiverId: 'ana' };
    setup.transport().received('userTyping', typing);
    setup.transport().received('statusUpdated', {});
    stop();
    setup.transport().received('userTyping', typing);
    expect(receivedPayloads).toEqual([typing]);
  });

  it('sends only while it is online, and reports missing acknowledgements', async () => {
    const setup = await startClient();
    await expect(setup.client.send('userActivity', undefined)).rejects.toThrow(UnansweredError);
    await setup.connects();
    await expect(setup.client.send('userActivity', undefined)).resolves.toEqual({ ok: true });
    setup.behaviour.answer = async () => {
      throw new Error('timeout');
    };
    await expect(setup.client.send('userActivity', undefined)).rejects.toThrow(UnansweredError);
    await setup.time.settle();
    expect(setup.calls.at(-1)).toBe('drop');
  });

  it('keeps no state of one person for the next', async () => {
    const setup = await startOnline();
    const transportBefore = setup.transport();
    const receivedPayloads: unknown[] = [];
    setup.client.on('userTyping', (payload) => receivedPayloads.push(payload));
    setup.client.start('ana');
    expect(setup.calls).toEqual([]);
    setup.client.start('bia');
    await setup.time.settle();
    expect(setup.calls).toEqual(['hang up', 'open', 'connect']);
    transportBefore.received('userTyping', { senderId: 'x', receiverId: 'ana' });
    transportBefore.connected();
    transportBefore.gaveUp();
    expect(receivedPayloads).toEqual([]);
    await setup.connects();
    expect(setup.emittedEvents.at(-1)).toEqual({ event: 'register', payload: 'bia' });
    setup.client.stop();
    await setup.time.pass(10 * MINUTE_MS);
    expect(setup.calls.at(-1)).toBe('hang up');
    expect(setup.client.getState()).toBe('connecting');
    await expect(setup.client.send('userActivity', undefined)).rejects.toThrow(UnansweredError);
  });
});
