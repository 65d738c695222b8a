import { describe, expect, it } from 'vitest';
import {
  createPresenceFixture,
  nextTick,
} from '../../../test/fixtures/modules/presence-fixture.ts';

function createSingleNode(options?: { readonly awayAfterMs: number }) {
  const fixture = createPresenceFixture(1, options);
  const [node] = fixture.nodes;
  if (!node) throw new Error('no node');
  return { ...fixture, node, advance: fixture.timers.advance };
}

const connectedEvents = (uid: string) => [
  `userConnected ${uid} online`,
  `statusUpdated ${uid} online`,
];
const disconnectedEvents = (uid: string) => [
  `userDisconnected ${uid} offline`,
  `statusUpdated ${uid} offline`,
];

describe('a person who connects', () => {
  it('gets the list of online people, oneself included, and is announced to others', async () => {
    const { node } = createSingleNode();
    const ana = await node.connectDevice('ana');
    expect(ana.list).toEqual([{ userId: 'ana', status: 'online' }]);
    const bia = await node.connectDevice('bia');
    expect(bia.list).toEqual([
      { userId: 'ana', status: 'online' },
      { userId: 'bia', status: 'online' },
    ]);
    expect(ana.takeNews()).toEqual(connectedEvents('bia'));
    expect(bia.takeNews()).toEqual([]);
  });

  it('with a second device is not announced again', async () => {
    const { node } = createSingleNode();
    const bia = await node.connectDevice('bia');
    const firstDevice = await node.connectDevice('ana');
    bia.takeNews();
    const secondDevice = await node.connectDevice('ana');
    expect([bia.takeNews(), firstDevice.takeNews(), secondDevice.takeNews()]).toEqual([[], [], []]);
  });

  it('is not shown when the account is closed or suspended', async () => {
    const { node, visibilityRules } = createSingleNode();
    const bia = await node.connectDevice('bia');
    visibilityRules.set('ana', null);
    const ana = await node.connectDevice('ana');
    expect([ana.list, bia.takeNews(), node.presence.statusOf('ana')]).toEqual([[], [], 'offline']);
  });
});

describe('a person who disconnects', () => {
  it('is offline exactly 10 s after the last socket', async () => {
    const { node, advance } = createSingleNode();
    const bia = await node.connectDevice('bia');
    const [phone, desk] = [await node.connectDevice('ana'), await node.connectDevice('ana')];
    bia.takeNews();
    phone.leave();
    advance(60_000);
    expect(bia.takeNews()).toEqual([]);
    desk.leave();
    advance(9_999);
    expect([node.presence.statusOf('ana'), bia.takeNews()]).toEqual(['online', []]);
    advance(1);
    expect([node.presence.statusOf('ana'), bia.takeNews()]).toEqual([
      'offline',
      disconnectedEvents('ana'),
    ]);
  });

  it('and reconnects in time stays online', async () => {
    const { node, advance } = createSingleNode();
    const bia = await node.connectDevice('bia');
    const ana = await node.connectDevice('ana');
    bia.takeNews();
    for (let round = 0; round < 5; round += 1) {
      ana.leave();
      advance(9_000);
      const reconnectedDevice = await node.connectDevice('ana');
      reconnectedDevice.leave();
    }
    expect(bia.takeNews()).toEqual([]);
    advance(10_000);
    expect(bia.takeNews()).toEqual(disconnectedEvents('ana'));
  });

  it('is offline at once when the account ends', async () => {
    const { node } = createSingleNode();
    const bia = await node.connectDevice('bia');
    await node.connectDevice('ana');
    bia.takeNews();
    node.presence.removeUser('ana');
    expect(bia.takeNews()).toEqual(disconnectedEvents('ana'));
  });
});

describe('an inactive person', () => {
  it('is away after the configured time, and online at the next activity', async () => {
    const { node, advance } = createSingleNode({ awayAfterMs: 1_500 });
    const bia = await node.connectDevice('bia');
    await node.connectDevice('ana');
    bia.takeNews();
    advance(1_000);
    node.presence.recordActivity('ana');
    node.presence.recordActivity('bia');
    advance(1_499);
    expect(bia.takeNews()).toEqual([]);
    advance(1);
    expect(bia.takeNews().sort()).toEqual(['statusUpdated ana away', 'statusUpdated bia away']);
    node.presence.recordActivity('ana');
    expect(bia.takeNews()).toEqual(['statusUpdated ana online']);
    advance(1_500);
    expect(bia.takeNews()).toEqual(['statusUpdated ana away']);
  });

  it('is listed as away, and online again by a new device', async () => {
    const { node, advance } = createSingleNode();
    const ana = await node.connectDevice('ana');
    advance(300_000);
    const bia = await node.connectDevice('bia');
    expect(bia.list).toContainEqual({ userId: 'ana', status: 'away' });
    await node.connectDevice('ana');
    expect(bia.takeNews()).toEqual(['statusUpdated ana online']);
    expect(ana.takeNews()).toContain('statusUpdated ana online');
  });
});

describe('visibility of presence', () => {
  it('is hidden across a block, in both directions', async () => {
    const { node, visibilityRules, advance } = createSingleNode();
    visibilityRules.set('ana', { allowed: null, blocked: ['bia'] });
    visibilityRules.set('bia', { allowed: null, blocked: ['ana'] });
    const [ana, bia, cai] = [
      await node.connectDevice('ana'),
      await node.connectDevice('bia'),
      await node.connectDevice('cai'),
    ];
    expect(ana.takeNews()).toEqual(connectedEvents('cai'));
    expect(bia.list).toEqual([{ userId: 'bia', status: 'online' }]);
    expect([node.statusFor('ana', 'bia'), node.statusFor('bia', 'ana')]).toEqual([
      'offline',
      'offline',
    ]);
    expect([node.statusFor('cai', 'ana'), node.statusFor(null, 'ana')]).toEqual([
      'online',
      'online',
    ]);
    bia.leave();
    advance(10_000);
    expect([ana.takeNews(), cai.takeNews()]).toEqual([[], disconnectedEvents('bia')]);
  });

  it('ends when a block is set, and returns when it is removed', async () => {
    const { node, visibilityRules, timers } = createSingleNode();
    const [ana, bia, cai] = [
      await node.connectDevice('ana'),
      await node.connectDevice('bia'),
      await node.connectDevice('cai'),
    ];
    for (const device of [ana, bia, cai]) device.takeNews();
    const setBlocked = async (blocked: boolean) => {
      visibilityRules.set('ana', { allowed: null, blocked: blocked ? ['bia'] : [] });
      visibilityRules.set('bia', { allowed: null, blocked: blocked ? ['ana'] : [] });
      node.presence.visibilityChanged('ana bia');
      await nextTick();
      timers.advance(0);
      return [ana.takeNews(), bia.takeNews(), cai.takeNews()];
    };
    expect(await setBlocked(true)).toEqual([
      disconnectedEvents('bia'),
      disconnectedEvents('ana'),
      [],
    ]);
    expect(await setBlocked(false)).toEqual([connectedEvents('bia'), connectedEvents('ana'), []]);
  });

  it('of a private person is limited to contacts', async () => {
    const { node, visibilityRules, timers } = createSingleNode();
    const [ana, bia, cai] = [
      await node.connectDevice('ana'),
      await node.connectDevice('bia'),
      await node.connectDevice('cai'),
    ];
    for (const device of [ana, bia, cai]) device.takeNews();
    const setAllowed = async (allowed: readonly string[] | null) => {
      visibilityRules.set('ana', { allowed, blocked: [] });
      node.presence.visibilityChanged('ana');
      await nextTick();
      timers.advance(0);
      return [ana.takeNews(), bia.takeNews(), cai.takeNews()];
    };
    expect(await setAllowed(['bia'])).toEqual([[], [], disconnectedEvents('ana')]);
    expect([node.statusFor('bia', 'ana'), node.statusFor('cai', 'ana')]).toEqual([
      'online',
      'offline',
    ]);
    expect([node.statusFor(null, 'ana'), node.statusFor('ana', 'ana')]).toEqual([
      'offline',
      'online',
    ]);
    timers.advance(300_000);
    expect(bia.takeNews()).toContain('statusUpdated ana away');
    expect(cai.takeNews()).not.toContain('statusUpdated ana away');
    node.presence.recordActivity('ana');
    for (const device of [ana, bia, cai]) device.takeNews();
    expect(await setAllowed(['bia', 'cai'])).toEqual([[], [], connectedEvents('ana')]);
    expect(await setAllowed(null)).toEqual([[], [], []]);
  });
});

describe('an unavailable database', () => {
  it('rejects new sockets, and is retried for connected people', async () => {
    const { node, visibilityRules, state, timers } = createSingleNode();
    const [ana, bia] = [await node.connectDevice('ana'), await node.connectDevice('bia')];
    ana.takeNews();
    state.failing = true;
    await expect(node.connectDevice('cai')).rejects.toThrow('the database is away');
    visibilityRules.set('ana', { allowed: null, blocked: ['bia'] });
    node.presence.visibilityChanged();
    await nextTick();
    expect(bia.takeNews()).toEqual([]);
    state.failing = false;
    timers.advance(5_000);
    await nextTick();
    expect(bia.takeNews().filter((event) => event.includes('ana'))).toEqual(
      disconnectedEvents('ana'),
    );
  });

  it('is queried once for people who connect at the same time', async () => {
    const { node, state } = createSingleNode();
    await Promise.all(Array.from({ length: 50 }, (_, n) => node.connectDevice(`person ${n}`)));
    expect(state.queries).toBeLessThanOrEqual(2);
  });
});
