import { describe, expect, it } from 'vitest';
import {
  createPresenceFixture,
  nextTick,
} from '../../../test/fixtures/modules/presence-fixture.ts';

function createTwoNodes(options?: { readonly awayAfterMs: number }) {
  const fixture = createPresenceFixture(2, options);
  const [here, there] = fixture.nodes;
  if (!here || !there) throw new Error('no nodes');
  return { ...fixture, here, there, advance: fixture.timers.advance };
}

const connectedEvents = (uid: string) => [
  `userConnected ${uid} online`,
  `statusUpdated ${uid} online`,
];
const disconnectedEvents = (uid: string) => [
  `userDisconnected ${uid} offline`,
  `statusUpdated ${uid} offline`,
];

describe('people on two nodes', () => {
  it('see each other connect and disconnect', async () => {
    const { here, there, advance } = createTwoNodes();
    const ana = await here.device('ana');
    const bia = await there.device('bia');
    expect(bia.list).toContainEqual({ userId: 'ana', status: 'online' });
    expect(ana.news()).toEqual(connectedEvents('bia'));
    expect([here.presence.statusOf('bia'), there.presence.statusOf('ana')]).toEqual([
      'online',
      'online',
    ]);
    expect(here.presence.onlineUids().toSorted()).toEqual(['ana', 'bia']);
    bia.leave();
    advance(9_999);
    expect(ana.news()).toEqual([]);
    advance(1);
    expect(ana.news()).toEqual(disconnectedEvents('bia'));
  });

  it('have one combined status: online while one node says so, offline after the last', async () => {
    const { here, there, advance } = createTwoNodes({ awayAfterMs: 60_000 });
    const bia = await here.device('bia');
    const phone = await here.device('ana');
    advance(40_000);
    const desk = await there.device('ana');
    here.presence.recordActivity('bia');
    bia.news();
    advance(20_000);
    expect([bia.news(), there.presence.statusOf('ana')]).toEqual([[], 'online']);
    advance(40_000);
    expect(bia.news()).toContain('statusUpdated ana away');
    there.presence.recordActivity('ana');
    expect(bia.news()).toEqual(['statusUpdated ana online']);
    phone.leave();
    advance(10_000);
    expect(bia.news()).toEqual([]);
    desk.leave();
    advance(10_000);
    expect(bia.news()).toEqual(disconnectedEvents('ana'));
  });

  it('see nothing across a block or of a private profile, on either node', async () => {
    const { here, there, visibilityRules, timers } = createTwoNodes();
    visibilityRules.set('ana', { allowed: ['cai'], blocked: ['bia'] });
    const [bia, cai] = [await there.device('bia'), await there.device('cai')];
    const ana = await here.device('ana');
    expect(bia.news()).toEqual(connectedEvents('cai'));
    expect(cai.news()).toEqual(connectedEvents('ana'));
    expect([there.sees('bia', 'ana'), there.sees(null, 'ana'), there.sees('cai', 'ana')]).toEqual([
      'offline',
      'offline',
      'online',
    ]);
    // Both people are set by a request on a third node.
    visibilityRules.set('ana', { allowed: null, blocked: ['cai'] });
    for (const node of [here, there]) node.presence.visibilityChanged('ana cai');
    await nextTick();
    timers.advance(0);
    expect([cai.news(), bia.news()]).toEqual([disconnectedEvents('ana'), connectedEvents('ana')]);
    expect(ana.news()).toEqual([]);
  });
});

describe('a node', () => {
  it('that starts knows at once who is on the other nodes', async () => {
    const { here, there } = createTwoNodes();
    await here.device('ana');
    const bia = await there.device('bia');
    expect(bia.list).toContainEqual({ userId: 'ana', status: 'online' });
  });

  it('that dies is dropped with its people within 20 s', async () => {
    const { here, there, advance } = createTwoNodes();
    const ana = await here.device('ana');
    await there.device('bia');
    ana.news();
    there.fanout.cut();
    advance(14_000);
    expect(ana.news()).toEqual([]);
    advance(6_000);
    expect(ana.news()).toEqual(disconnectedEvents('bia'));
  });

  it('that shuts down gives its people 10 s to reconnect elsewhere', async () => {
    const { here, there, advance } = createTwoNodes();
    const ana = await here.device('ana');
    await there.device('bia');
    await there.device('cai');
    ana.news();
    there.presence.stop();
    advance(2_000);
    await here.device('bia');
    advance(7_999);
    expect(ana.news()).toEqual([]);
    advance(1);
    expect(ana.news()).toEqual(disconnectedEvents('cai'));
    expect(here.presence.statusOf('bia')).toBe('online');
  });

  it('that was disconnected has the full state as soon as it is back', async () => {
    const { here, there, advance, visibilityRules } = createTwoNodes();
    const ana = await here.device('ana');
    const bia = await there.device('bia');
    there.fanout.cut();
    bia.leave();
    await there.device('cai');
    visibilityRules.set('dora', { allowed: null, blocked: ['ana'] });
    await there.device('dora');
    advance(30_000);
    ana.news();
    const elsewhere = await there.device('eva');
    elsewhere.news();
    there.fanout.join();
    expect(ana.news().sort()).toEqual(
      [...connectedEvents('cai'), ...connectedEvents('eva')].sort(),
    );
    expect(elsewhere.news()).toEqual(connectedEvents('ana'));
  });

  it('that missed a message requests the full state', async () => {
    const { here, there, advance } = createTwoNodes();
    const ana = await here.device('ana');
    here.fanout.cut();
    await there.device('bia');
    here.fanout.join({ silently: true });
    advance(5_000);
    expect(ana.news()).toEqual(connectedEvents('bia'));
  });

  it('publishes visibility rules only when they change', async () => {
    const { here, advance } = createTwoNodes();
    await here.device('ana');
    const before = here.fanout.published.length;
    advance(50_000);
    const later = here.fanout.published.slice(before).map(({ text }) => text);
    expect(later).toHaveLength(10);
    for (const text of later) expect(JSON.parse(text)).toMatchObject({ is: 'beat' });
  });
});
