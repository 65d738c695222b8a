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
    const ana = await node.device('ana');
    expect(ana.list).toEqual([{ userId: 'ana', status: 'online' }]);
    const bia = await node.device('bia');
    expect(bia.list).toEqual([
      { userId: 'ana', status: 'online' },
      { userId: 'bia', status: 'online' },
    ]);
    expect(ana.news()).toEqual(connectedEvents('bia'));
    expect(bia.news()).toEqual([]);
  });

  it('with a second device is not announced again', async () => {
    const { node } = createSingleNode();
    const bia = await node.device('bia');
    const first = await node.device('ana');
    bia.news();
    const second = await node.device('ana');
    expect([bia.news(), first.news(), second.news()]).toEqual([[], [], []]);
  });

  it('is not shown when the account is closed or suspended', async () => {
    const { node, visibilityRules } = createSingleNode();
    const bia = await node.device('bia');
    visibilityRules.set('ana', null);
    const ana = await node.device('ana');
    expect([ana.list, bia.news(), node.presence.statusOf('ana')]).toEqual([[], [], 'offline']);
  });
});

describe('a person who disconnects', () => {
  it('is offline exactly 10 s after the last socket', async () => {
    const { node, advance } = createSingleNode();
    const bia = await node.device('bia');
    const [phone, desk] = [await node.device('ana'), await node.device('ana')];
    bia.news();
    phone.leave();
    advance(60_000);
    expect(bia.news()).toEqual([]);
    desk.leave();
    advance(9_999);
    expect([node.presence.statusOf('ana'), bia.news()]).toEqual(['online', []]);
    advance(1);
    expect([node.presence.statusOf('ana'), bia.news()]).toEqual([
      'offline',
      disconnectedEvents('ana'),
    ]);
  });

  it('and reconnects in time stays online', async () => {
    const { node, advance } = createSingleNode();
    const bia = await node.device('bia');
    const ana = await node.device('ana');
    bia.news();
    for (let round = 0; round < 5; round += 1) {
      ana.leave();
      advance(9_000);
      const again = await node.device('ana');
      again.leave();
    }
    expect(bia.news()).toEqual([]);
    advance(10_000);
    expect(bia.news()).toEqual(disconnectedEvents('ana'));
  });

  it('is offline at once when the account ends', async () => {
    const { node } = createSingleNode();
    const bia = await node.device('bia');
    await node.device('ana');
    bia.news();
    node.presence.removeUser('ana');
    expect(bia.news()).toEqual(disconnectedEvents('ana'));
  });
});

describe('an inactive person', () => {
  it('is away after the configured time, and online at the next activity', async () => {
    const { node, advance } = createSingleNode({ awayAfterMs: 1_500 });
    const bia = await node.device('bia');
    await node.device('ana');
    bia.news();
    advance(1_000);
    node.presence.recordActivity('ana');
    node.presence.recordActivity('bia');
    advance(1_499);
    expect(bia.news()).toEqual([]);
    advance(1);
    expect(bia.news().sort()).toEqual(['statusUpdated ana away', 'statusUpdated bia away']);
    node.presence.recordActivity('ana');
    expect(bia.news()).toEqual(['statusUpdated ana online']);
    advance(1_500);
    expect(bia.news()).toEqual(['statusUpdated ana away']);
  });

  it('is listed as away, and online again by a new device', async () => {
    const { node, advance } = createSingleNode();
    const ana = await node.device('ana');
    advance(300_000);
    const bia = await node.device('bia');
    expect(bia.list).toContainEqual({ userId: 'ana', status: 'away' });
    await node.device('ana');
    expect(bia.news()).toEqual(['statusUpdated ana online']);
    expect(ana.news()).toContain('statusUpdated ana online');
  });
});

describe('visibility of presence', () => {
  it('is hidden across a block, in both directions', async () => {
    const { node, visibilityRules, advance } = createSingleNode();
    visibilityRules.set('ana', { allowed: null, blocked: ['bia'] });
    visibilityRules.set('bia', { allowed: null, blocked: ['ana'] });
    const [ana, bia, cai] = [
      await node.device('ana'),
      await node.device('bia'),
      await node.device('cai'),
    ];
    expect(ana.news()).toEqual(connectedEvents('cai'));
    expect(bia.list).toEqual([{ userId: 'bia', status: 'online' }]);
    expect([node.sees('ana', 'bia'), node.sees('bia', 'ana')]).toEqual(['offline', 'offline']);
    expect([node.sees('cai', 'ana'), node.sees(null, 'ana')]).toEqual(['online', 'online']);
    bia.leave();
    advance(10_000);
    expect([ana.news(), cai.news()]).toEqual([[], disconnectedEvents('bia')]);
  });

  it('ends when a block is set, and returns when it is removed', async () => {
    const { node, visibilityRules, timers } = createSingleNode();
    const [ana, bia, cai] = [
      await node.device('ana'),
      await node.device('bia'),
      await node.device('cai'),
    ];
    for (const one of [ana, bia, cai]) one.news();
    const change = async (blocked: boolean) => {
      visibilityRules.set('ana', { allowed: null, blocked: blocked ? ['bia'] : [] });
      visibilityRules.set('bia', { allowed: null, blocked: blocked ? ['ana'] : [] });
      node.presence.visibilityChanged('ana bia');
      await nextTick();
      timers.advance(0);
      return [ana.news(), bia.news(), cai.news()];
    };
    expect(await change(true)).toEqual([disconnectedEvents('bia'), disconnectedEvents('ana'), []]);
    expect(await change(false)).toEqual([connectedEvents('bia'), connectedEvents('ana'), []]);
  });

  it('of a private person is limited to contacts', async () => {
    const { node, visibilityRules, timers } = createSingleNode();
    const [ana, bia, cai] = [
      await node.device('ana'),
      await node.device('bia'),
      await node.device('cai'),
    ];
    for (const one of [ana, bia, cai]) one.news();
    const change = async (allowed: readonly string[] | null) => {
      visibilityRules.set('ana', { allowed, blocked: [] });
      node.presence.visibilityChanged('ana');
      await nextTick();
      timers.advance(0);
      return [ana.news(), bia.news(), cai.news()];
    };
    expect(await change(['bia'])).toEqual([[], [], disconnectedEvents('ana')]);
    expect([node.sees('bia', 'ana'), node.sees('cai', 'ana')]).toEqual(['online', 'offline']);
    expect([node.sees(null, 'ana'), node.sees('ana', 'ana')]).toEqual(['offline', 'online']);
    timers.advance(300_000);
    expect(bia.news()).toContain('statusUpdated ana away');
    expect(cai.news()).not.toContain('statusUpdated ana away');
    node.presence.recordActivity('ana');
    for (const one of [ana, bia, cai]) one.news();
    expect(await change(['bia', 'cai'])).toEqual([[], [], connectedEvents('ana')]);
    expect(await change(null)).toEqual([[], [], []]);
  });
});

describe('an unavailable database', () => {
  it('rejects new sockets, and is retried for connected people', async () => {
    const { node, visibilityRules, state, timers } = createSingleNode();
    const [ana, bia] = [await node.device('ana'), await node.device('bia')];
    ana.news();
    state.failing = true;
    await expect(node.device('cai')).rejects.toThrow('the database is away');
    visibilityRules.set('ana', { allowed: null, blocked: ['bia'] });
    node.presence.visibilityChanged();
    await nextTick();
    expect(bia.news()).toEqual([]);
    state.failing = false;
    timers.advance(5_000);
    await nextTick();
    expect(bia.news().filter((one) => one.includes('ana'))).toEqual(disconnectedEvents('ana'));
  });

  it('is queried once for people who connect at the same time', async () => {
    const { node, state } = createSingleNode();
    await Promise.all(Array.from({ length: 50 }, (_, n) => node.device(`person ${n}`)));
    expect(state.queries).toBeLessThanOrEqual(2);
  });
});
