import { describe, expect, it } from 'vitest';
import { presenceRig, settled } from '../../../test/presence-rig.ts';

function alone(options?: { readonly awayAfterMs: number }) {
  const rig = presenceRig(1, options);
  const [node] = rig.nodes;
  if (!node) throw new Error('no node');
  return { ...rig, node, advance: rig.timers.advance };
}

const came = (uid: string) => [`userConnected ${uid} online`, `statusUpdated ${uid} online`];
const went = (uid: string) => [`userDisconnected ${uid} offline`, `statusUpdated ${uid} offline`];

describe('a person who comes', () => {
  it('is told who is there, oneself included, and the others of them', async () => {
    const { node } = alone();
    const ana = await node.device('ana');
    expect(ana.list).toEqual([{ userId: 'ana', status: 'online' }]);
    const bia = await node.device('bia');
    expect(bia.list).toEqual([
      { userId: 'ana', status: 'online' },
      { userId: 'bia', status: 'online' },
    ]);
    expect(ana.news()).toEqual(came('bia'));
    expect(bia.news()).toEqual([]);
  });

  it('with a second device is no news', async () => {
    const { node } = alone();
    const bia = await node.device('bia');
    const first = await node.device('ana');
    bia.news();
    const second = await node.device('ana');
    expect([bia.news(), first.news(), second.news()]).toEqual([[], [], []]);
  });

  it('is not there for anyone once the account is closed or suspended', async () => {
    const { node, sights } = alone();
    const bia = await node.device('bia');
    sights.set('ana', null);
    const ana = await node.device('ana');
    expect([ana.list, bia.news(), node.presence.statusOf('ana')]).toEqual([[], [], 'offline']);
  });
});

describe('a person who goes', () => {
  it('is gone 10 s after the last socket, to the millisecond', async () => {
    const { node, advance } = alone();
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
    expect([node.presence.statusOf('ana'), bia.news()]).toEqual(['offline', went('ana')]);
  });

  it('and is back within them was never gone', async () => {
    const { node, advance } = alone();
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
    expect(bia.news()).toEqual(went('ana'));
  });

  it('by the end of the account is gone at once', async () => {
    const { node } = alone();
    const bia = await node.device('bia');
    await node.device('ana');
    bia.news();
    node.presence.ended('ana');
    expect(bia.news()).toEqual(went('ana'));
  });
});

describe('a person who does nothing', () => {
  it('is away after the time that is set, and back at the first thing they do', async () => {
    const { node, advance } = alone({ awayAfterMs: 1_500 });
    const bia = await node.device('bia');
    await node.device('ana');
    bia.news();
    advance(1_000);
    node.presence.active('ana');
    node.presence.active('bia');
    advance(1_499);
    expect(bia.news()).toEqual([]);
    advance(1);
    expect(bia.news().sort()).toEqual(['statusUpdated ana away', 'statusUpdated bia away']);
    node.presence.active('ana');
    expect(bia.news()).toEqual(['statusUpdated ana online']);
    advance(1_500);
    expect(bia.news()).toEqual(['statusUpdated ana away']);
  });

  it('is named as away to who comes then, and comes back by a device of theirs', async () => {
    const { node, advance } = alone();
    const ana = await node.device('ana');
    advance(300_000);
    const bia = await node.device('bia');
    expect(bia.list).toContainEqual({ userId: 'ana', status: 'away' });
    await node.device('ana');
    expect(bia.news()).toEqual(['statusUpdated ana online']);
    expect(ana.news()).toContain('statusUpdated ana online');
  });
});

describe('who may not see somebody', () => {
  it('across a block knows nothing, in both directions', async () => {
    const { node, sights, advance } = alone();
    sights.set('ana', { open: null, apart: ['bia'] });
    sights.set('bia', { open: null, apart: ['ana'] });
    const [ana, bia, cai] = [
      await node.device('ana'),
      await node.device('bia'),
      await node.device('cai'),
    ];
    expect(ana.news()).toEqual(came('cai'));
    expect(bia.list).toEqual([{ userId: 'bia', status: 'online' }]);
    expect([node.sees('ana', 'bia'), node.sees('bia', 'ana')]).toEqual(['offline', 'offline']);
    expect([node.sees('cai', 'ana'), node.sees(null, 'ana')]).toEqual(['online', 'online']);
    bia.leave();
    advance(10_000);
    expect([ana.news(), cai.news()]).toEqual([[], went('bia')]);
  });

  it('sees them go when the block is set, and come when it is taken back', async () => {
    const { node, sights, timers } = alone();
    const [ana, bia, cai] = [
      await node.device('ana'),
      await node.device('bia'),
      await node.device('cai'),
    ];
    for (const one of [ana, bia, cai]) one.news();
    const change = async (apart: boolean) => {
      sights.set('ana', { open: null, apart: apart ? ['bia'] : [] });
      sights.set('bia', { open: null, apart: apart ? ['ana'] : [] });
      node.presence.sightChanged('ana bia');
      await settled();
      timers.advance(0);
      return [ana.news(), bia.news(), cai.news()];
    };
    expect(await change(true)).toEqual([went('bia'), went('ana'), []]);
    expect(await change(false)).toEqual([came('bia'), came('ana'), []]);
  });

  it('of a private person is everyone but those the profile opens to', async () => {
    const { node, sights, timers } = alone();
    const [ana, bia, cai] = [
      await node.device('ana'),
      await node.device('bia'),
      await node.device('cai'),
    ];
    for (const one of [ana, bia, cai]) one.news();
    const change = async (open: readonly string[] | null) => {
      sights.set('ana', { open, apart: [] });
      node.presence.sightChanged('ana');
      await settled();
      timers.advance(0);
      return [ana.news(), bia.news(), cai.news()];
    };
    expect(await change(['bia'])).toEqual([[], [], went('ana')]);
    expect([node.sees('bia', 'ana'), node.sees('cai', 'ana')]).toEqual(['online', 'offline']);
    expect([node.sees(null, 'ana'), node.sees('ana', 'ana')]).toEqual(['offline', 'online']);
    timers.advance(300_000);
    expect(bia.news()).toContain('statusUpdated ana away');
    expect(cai.news()).not.toContain('statusUpdated ana away');
    node.presence.active('ana');
    for (const one of [ana, bia, cai]) one.news();
    expect(await change(['bia', 'cai'])).toEqual([[], [], came('ana')]);
    expect(await change(null)).toEqual([[], [], []]);
  });
});

describe('a database that is away', () => {
  it('takes nobody in, and is asked again about those who are there', async () => {
    const { node, sights, state, timers } = alone();
    const [ana, bia] = [await node.device('ana'), await node.device('bia')];
    ana.news();
    state.failing = true;
    await expect(node.device('cai')).rejects.toThrow('the database is away');
    sights.set('ana', { open: null, apart: ['bia'] });
    node.presence.sightChanged();
    await settled();
    expect(bia.news()).toEqual([]);
    state.failing = false;
    timers.advance(5_000);
    await settled();
    expect(bia.news().filter((one) => one.includes('ana'))).toEqual(went('ana'));
  });

  it('is asked once for all who come at the same time', async () => {
    const { node, state } = alone();
    await Promise.all(Array.from({ length: 50 }, (_, n) => node.device(`person ${n}`)));
    expect(state.queries).toBeLessThanOrEqual(2);
  });
});
