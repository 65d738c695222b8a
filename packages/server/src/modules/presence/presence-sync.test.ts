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
    const ana = await here.connectDevice('ana');
    const bia = await there.connectDevice('bia');
    expect(bia.list).toContainEqual({ userId: 'ana', status: 'online' });
    expect(ana.takeNews()).toEqual(connectedEvents('bia'));
    expect([here.presence.statusOf('bia'), there.presence.statusOf('ana')]).toEqual([
      'online',
      'online',
    ]);
    expect(here.presence.onlineUids().toSorted()).toEqual(['ana', 'bia']);
    bia.leave();
    advance(9_999);
    expect(ana.takeNews()).toEqual([]);
    advance(1);
    expect(ana.takeNews()).toEqual(disconnectedEvents('bia'));
  });

  it('have one combined status: online while one node says so, offline after the last', async () => {
    const { here, there, advance } = createTwoNodes({ awayAfterMs: 60_000 });
    const bia = await here.connectDevice('bia');
    const phoneDevice = await here.connectDevice('ana');
    advance(40_000);
    const desktopDevice = await there.connectDevice('ana');
    here.presence.recordActivity('bia');
    bia.takeNews();
    advance(20_000);
    expect([bia.takeNews(), there.presence.statusOf('ana')]).toEqual([[], 'online']);
    advance(40_000);
    expect(bia.takeNews()).toContain('statusUpdated ana away');
    there.presence.recordActivity('ana');
    expect(bia.takeNews()).toEqual(['statusUpdated ana online']);
    phoneDevice.leave();
    advance(10_000);
    expect(bia.takeNews()).toEqual([]);
    desktopDevice.leave();
    advance(10_000);
    expect(bia.takeNews()).toEqual(disconnectedEvents('ana'));
  });

  it('see nothing across a block or of a private profile, on either node', async () => {
    const { here, there, visibilityRules, timers } = createTwoNodes();
    visibilityRules.set('ana', { allowed: ['cai'], blocked: ['bia'] });
    const [bia, cai] = [await there.connectDevice('bia'), await there.connectDevice('cai')];
    const ana = await here.connectDevice('ana');
    expect(bia.takeNews()).toEqual(connectedEvents('cai'));
    expect(cai.takeNews()).toEqual(connectedEvents('ana'));
    expect([
      there.statusFor('bia', 'ana'),
      there.statusFor(null, 'ana'),
      there.statusFor('cai', 'ana'),
    ]).toEqual(['offline', 'offline', 'online']);
    // On a third node Ana has made her profile public and blocked Cai.
    visibilityRules.set('ana', { allowed: null, blocked: ['cai'] });
    for (const node of [here, there]) node.presence.visibilityChanged('ana cai');
    await nextTick();
    timers.advance(0);
    expect([cai.takeNews(), bia.takeNews()]).toEqual([
      disconnectedEvents('ana'),
      connectedEvents('ana'),
    ]);
    expect(ana.takeNews()).toEqual([]);
  });
});

describe('a node', () => {
  it('that starts knows at once who is on the other nodes', async () => {
    const { here, there } = createTwoNodes();
    await here.connectDevice('ana');
    const bia = await there.connectDevice('bia');
    expect(bia.list).toContainEqual({ userId: 'ana', status: 'online' });
  });

  it('that dies is dropped with its people within 20 s', async () => {
    const { here, there, advance } = createTwoNodes();
    const ana = await here.connectDevice('ana');
    await there.connectDevice('bia');
    ana.takeNews();
    there.fanout.cut();
    advance(14_000);
    expect(ana.takeNews()).toEqual([]);
    advance(6_000);
    expect(ana.takeNews()).toEqual(disconnectedEvents('bia'));
  });

  it('that shuts down gives its people 10 s to reconnect elsewhere', async () => {
    const { here, there, advance } = createTwoNodes();
    const ana = await here.connectDevice('ana');
    await there.connectDevice('bia');
    await there.connectDevice('cai');
    ana.takeNews();
    there.presence.stop();
    advance(2_000);
    await here.connectDevice('bia');
    advance(7_999);
    expect(ana.takeNews()).toEqual([]);
    advance(1);
    expect(ana.takeNews()).toEqual(disconnectedEvents('cai'));
    expect(here.presence.statusOf('bia')).toBe('online');
  });

  it('that was disconnected has the full state as soon as it is back', async () => {
    const { here, there, advance, visibilityRules } = createTwoNodes();
    const ana = await here.connectDevice('ana');
    const bia = await there.connectDevice('bia');
    there.fanout.cut();
    bia.leave();
    await there.connectDevice('cai');
    visibilityRules.set('dora', { allowed: null, blocked: ['ana'] });
    await there.connectDevice('dora');
    advance(30_000);
    ana.takeNews();
    const otherNodeDevice = await there.connectDevice('eva');
    otherNodeDevice.takeNews();
    there.fanout.join();
    expect(ana.takeNews().sort()).toEqual(
      [...connectedEvents('cai'), ...connectedEvents('eva')].sort(),
    );
    expect(otherNodeDevice.takeNews()).toEqual(connectedEvents('ana'));
  });

  it('that missed a message requests the full state', async () => {
    const { here, there, advance } = createTwoNodes();
    const ana = await here.connectDevice('ana');
    here.fanout.cut();
    await there.connectDevice('bia');
    here.fanout.join({ silently: true });
    advance(5_000);
    expect(ana.takeNews()).toEqual(connectedEvents('bia'));
  });

  it('publishes visibility rules only when they change', async () => {
    const { here, advance } = createTwoNodes();
    await here.connectDevice('ana');
    const messageCountBefore = here.fanout.published.length;
    advance(50_000);
    const laterMessages = here.fanout.published.slice(messageCountBefore).map(({ text }) => text);
    expect(laterMessages).toHaveLength(10);
    for (const text of laterMessages) expect(JSON.parse(text)).toMatchObject({ is: 'beat' });
  });
});
