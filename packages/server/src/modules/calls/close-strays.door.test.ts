import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeVoiceRooms } from '../../../test/fake-voice-rooms.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createRoomsRig, type RoomsRig } from '../../../test/rooms-rig.ts';
import { roomKey } from '../../ports/voice-rooms.ts';

let rig: RoomsRig;
beforeAll(async () => {
  rig = await createRoomsRig();
});
afterEach(async () => {
  rig.discord.fail();
  for (const channelId of rig.discord.standing()) rig.discord.remove(channelId);
  await rig.pool.query('DELETE FROM calls');
});
afterAll(() => rig?.app.close());

const standing = () => rig.discord.standing().toSorted();

describe('rooms that no call owns', () => {
  it('are closed: of calls that nobody knows, that never had one, or have another one', async () => {
    const [ringing, talking, over] = [
      await rig.ringing(),
      await rig.ringing(),
      await rig.ringing(),
    ];
    await talking.accept();
    await over.phone.send('callEnd', over.pair);
    const own = standing();
    rig.discord.add('0123456789ab');
    for (const { id } of [ringing, talking, over]) rig.discord.add(roomKey(id));
    await rig.run('calls.close_strays');
    expect(standing()).toEqual(own);
    expect(await talking.read()).toMatchObject({ state: 'accepted' });
    for (const call of [ringing, talking, over]) call.close();
  });

  it('are not those of calls that are over, which are watched until they are empty', async () => {
    const call = await rig.ringing();
    await call.accept();
    await call.phone.send('callEnd', call.pair);
    const [channelId = ''] = standing();
    rig.discord.enter(call.caller.discordId, channelId);
    await rig.run('calls.close_strays');
    expect(standing()).toEqual([channelId]);
    call.close();
  });

  it('are those of a process that died between the room and the call', async () => {
    const call = await rig.ringing();
    await rig.pool.query(
      `UPDATE calls SET state = 'opening', opening_at = clock_timestamp() WHERE id = $1`,
      [call.id],
    );
    const room = rig.discord.add(roomKey(call.id));
    await rig.age(call.id, 25);
    await rig.run('calls.sweep');
    await rig.run('calls.close_strays');
    expect(standing()).toEqual([room]);
    await rig.age(call.id, 6);
    await rig.run('calls.sweep');
    expect(await call.read()).toMatchObject({ state: 'ended', outcome: 'failed' });
    expect(await call.busy()).toBe(0);
    await rig.run('calls.close_strays');
    expect(standing()).toEqual([]);
    call.close();
  });
});

describe('a room that is being made', () => {
  it('is not closed, neither before nor after it is known to its call', async () => {
    const call = await rig.ringing();
    const made = rig.discord.hold('open');
    const accepting = call.accept();
    await expect.poll(() => rig.discord.waiting.open).toBe(1);
    await rig.run('calls.close_strays');
    expect(standing()).toHaveLength(1);
    // The list has it as one that is being made; when the database is asked it has its call.
    const listed = rig.discord.hold('list');
    const running = rig.run('calls.close_strays');
    await expect.poll(() => rig.discord.waiting.list).toBe(1);
    made();
    await accepting;
    listed();
    await running;
    expect(standing()).toEqual([(await call.read())?.channel_id]);
    call.close();
  });

  it('is not closed when its call began while the list was on its way', async () => {
    const listed = rig.discord.hold('list');
    const running = rig.run('calls.close_strays');
    await expect.poll(() => rig.discord.waiting.list).toBe(1);
    const call = await rig.ringing();
    await call.accept();
    listed();
    await running;
    expect(standing()).toHaveLength(1);
    call.close();
  });
});

it('stops where Discord fails, and closes fifty at most in one run', async () => {
  for (let n = 0; n < 60; n += 1) rig.discord.add('0123456789ab');
  rig.discord.fail('list');
  await rig.run('calls.close_strays');
  const before = rig.discord.asked.close;
  rig.discord.fail('close');
  await rig.run('calls.close_strays');
  expect(standing()).toHaveLength(60);
  expect(rig.discord.asked.close).toBe(before + 1);
  rig.discord.fail();
  await rig.run('calls.close_strays');
  expect(standing()).toHaveLength(10);
  await rig.run('calls.close_strays');
  expect(standing()).toEqual([]);
});

it('is done once at the start', async () => {
  const discord = fakeVoiceRooms();
  discord.add('0123456789ab');
  const app = await startTestApp({ discord: { rooms: discord.rooms } });
  await expect.poll(discord.standing).toEqual([]);
  await app.close();
});
