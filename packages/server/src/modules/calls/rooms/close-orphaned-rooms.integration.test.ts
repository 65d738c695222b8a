import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeVoiceRooms } from '../../../../test/fixtures/fakes/fake-voice-rooms.ts';
import {
  createVoiceRoomsFixture,
  type VoiceRoomsFixture,
} from '../../../../test/fixtures/modules/voice-rooms-fixture.ts';
import { startTestApp } from '../../../../test/fixtures/server/test-app.ts';
import { roomKey } from '../../../ports/voice-rooms.ts';

let fixture: VoiceRoomsFixture;
beforeAll(async () => {
  fixture = await createVoiceRoomsFixture();
});
afterEach(async () => {
  fixture.discord.fail();
  for (const channelId of fixture.discord.openChannels()) fixture.discord.remove(channelId);
  await fixture.pool.query('DELETE FROM calls');
});
afterAll(() => fixture?.app.close());

const openChannelIds = () => fixture.discord.openChannels().toSorted();

describe('orphaned rooms', () => {
  it('are closed: of unknown calls, of calls without a room, or with another room', async () => {
    const [ringing, talking, over] = [
      await fixture.placeRingingCall(),
      await fixture.placeRingingCall(),
      await fixture.placeRingingCall(),
    ];
    await talking.accept();
    await over.phone.send('callEnd', over.pair);
    const openCallChannelIds = openChannelIds();
    fixture.discord.addRoom('0123456789ab');
    for (const { id } of [ringing, talking, over]) fixture.discord.addRoom(roomKey(id));
    await fixture.run('calls.close_strays');
    expect(openChannelIds()).toEqual(openCallChannelIds);
    expect(await talking.read()).toMatchObject({ state: 'accepted' });
    for (const call of [ringing, talking, over]) call.close();
  });

  it('exclude those of ended calls, which are swept until they are empty', async () => {
    const call = await fixture.placeRingingCall();
    await call.accept();
    await call.phone.send('callEnd', call.pair);
    const [channelId = ''] = openChannelIds();
    fixture.discord.enter(call.caller.discordId, channelId);
    await fixture.run('calls.close_strays');
    expect(openChannelIds()).toEqual([channelId]);
    call.close();
  });

  it('include those of a process that died between making the room and storing it', async () => {
    const call = await fixture.placeRingingCall();
    await fixture.pool.query(
      `UPDATE calls SET state = 'opening', opening_at = clock_timestamp() WHERE id = $1`,
      [call.id],
    );
    const room = fixture.discord.addRoom(roomKey(call.id));
    await fixture.age(call.id, 5);
    await fixture.run('calls.sweep');
    await fixture.run('calls.close_strays');
    expect(openChannelIds()).toEqual([room]);
    await fixture.age(call.id, 26);
    await fixture.run('calls.sweep');
    expect(await call.read()).toMatchObject({ state: 'ended', outcome: 'failed' });
    expect(await call.countBusy()).toBe(0);
    await fixture.run('calls.close_strays');
    expect(openChannelIds()).toEqual([]);
    call.close();
  });
});

describe('a room that is being made', () => {
  it('is not closed, neither before nor after it is stored', async () => {
    const call = await fixture.placeRingingCall();
    const releaseOpen = fixture.discord.hold('open');
    const accepting = call.accept();
    await expect.poll(() => fixture.discord.waiting.open).toBe(1);
    await fixture.run('calls.close_strays');
    expect(openChannelIds()).toHaveLength(1);
    // The job lists the rooms while this room is being opened; the call is stored with its room before the job reads the
    // database.
    const releaseList = fixture.discord.hold('list');
    const jobRun = fixture.run('calls.close_strays');
    await expect.poll(() => fixture.discord.waiting.list).toBe(1);
    releaseOpen();
    await accepting;
    releaseList();
    await jobRun;
    expect(openChannelIds()).toEqual([(await call.read())?.channel_id]);
    call.close();
  });

  it('is not closed when its call started while rooms were being listed', async () => {
    const releaseList = fixture.discord.hold('list');
    const jobRun = fixture.run('calls.close_strays');
    await expect.poll(() => fixture.discord.waiting.list).toBe(1);
    const call = await fixture.placeRingingCall();
    await call.accept();
    releaseList();
    await jobRun;
    expect(openChannelIds()).toHaveLength(1);
    call.close();
  });
});

it('stops when Discord fails, and closes at most fifty per run', async () => {
  for (let n = 0; n < 60; n += 1) fixture.discord.addRoom('0123456789ab');
  fixture.discord.fail('list');
  await fixture.run('calls.close_strays');
  const closeRequestsBefore = fixture.discord.asked.close;
  fixture.discord.fail('close');
  await fixture.run('calls.close_strays');
  expect(openChannelIds()).toHaveLength(60);
  expect(fixture.discord.asked.close).toBe(closeRequestsBefore + 1);
  fixture.discord.fail();
  await fixture.run('calls.close_strays');
  expect(openChannelIds()).toHaveLength(10);
  await fixture.run('calls.close_strays');
  expect(openChannelIds()).toEqual([]);
});

it('runs once at the start', async () => {
  const discord = fakeVoiceRooms();
  discord.addRoom('0123456789ab');
  const app = await startTestApp({ discord: { rooms: discord.rooms } });
  await expect.poll(discord.openChannels).toEqual([]);
  await app.close();
});
