import { randomUUID } from 'node:crypto';
import { inviteUrlPattern } from '@guilda/contract/chat/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../src/platform/result.ts';
import { roomKey, type VoiceRooms } from '../../src/ports/voice-rooms.ts';

/** Location of a person, as far as Guilda's Discord server knows. */
export type PersonLocation = 'in_voice' | 'in_server' | 'elsewhere';

/** The answer to requests that a test makes fail; `code` is Discord's error code. */
export interface RequestedFailure {
  readonly status: number;
  readonly code?: number;
  /** Number of requests to fail; later ones succeed. */
  readonly times: number;
  /** Only requests whose path contains this text fail. */
  readonly path?: string;
}

/** A Discord server with functions that move people and cause failures. */
export interface VoiceRoomsHarness {
  readonly rooms: VoiceRooms;
  /** The adapter of another installation of Guilda that uses the same Discord server. */
  readonly otherInstallation: VoiceRooms;
  /** The same adapter with a Discord that cannot be reached. */
  readonly unreachable: VoiceRooms;
  /** Puts a person into a voice channel, into the server without a channel, or makes them unknown to Discord. */
  placePerson(discordId: string, location: PersonLocation): Promise<void>;
  /** Id of the voice channel that a person is in; null when the person is in none. */
  voiceOf(discordId: string): Promise<string | null>;
  /**
   * People with a permission overwrite that opens the channel to them, without the bot; null once the channel is
   * deleted.
   */
  openTo(channelId: string): Promise<readonly string[] | null>;
  fail(failure: RequestedFailure): Promise<void>;
  close(): Promise<void>;
}

let personCount = 0;

/** Creates ids of two people who are unknown to Discord. */
function createPair(): [string, string] {
  personCount += 2;
  const personIdOf = (n: number) => `99${Date.now()}${String(n).padStart(4, '0')}`.slice(0, 19);
  return [personIdOf(personCount), personIdOf(personCount + 1)];
}

function unwrapValue<T, E extends string>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

type GetHarness = () => VoiceRoomsHarness;

function createRoomFunctions(getHarness: GetHarness) {
  const request = (pair = createPair()) => ({ callId: randomUUID(), people: pair });
  const openRoom = async (pair = createPair()) => {
    const roomRequest = request(pair);
    return { ...roomRequest, ...unwrapValue(await getHarness().rooms.open(roomRequest)) };
  };
  const placePeople = async (pair: readonly string[], ...locations: PersonLocation[]) => {
    for (const [index, id] of pair.entries())
      await getHarness().placePerson(id, locations[index] ?? 'in_server');
  };
  const openRooms = async () => unwrapValue(await getHarness().rooms.list()).map(({ key }) => key);
  return { request, openRoom, placePeople, openRooms };
}

/** Tests that every {@link VoiceRooms} must pass. */
export function describeVoiceRooms(
  name: string,
  createHarness: () => Promise<VoiceRoomsHarness>,
): void {
  describe(`voice rooms: ${name}`, () => {
    let harness: VoiceRoomsHarness;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());
    beforeEach(() => harness.fail({ status: 500, times: 0 }));
    const getHarness = () => harness;
    describeOpening(getHarness);
    describeExistingRooms(getHarness);
    describeFailures(getHarness);
  });
}

function describeOpening(getHarness: GetHarness): void {
  const { openRoom, placePeople } = createRoomFunctions(getHarness);

  describe('opening', () => {
    it('moves both people who are in voice channels, without an invite', async () => {
      const pair = createPair();
      await placePeople(pair, 'in_voice', 'in_voice');
      const room = await openRoom(pair);
      expect(room).toMatchObject({ response: 'moved', inviteLink: null });
      for (const personId of pair)
        expect(await getHarness().voiceOf(personId)).toBe(room.channelId);
    });

    it.each<[PersonLocation, PersonLocation]>([
      ['in_voice', 'in_server'],
      ['in_server', 'in_voice'],
      ['in_voice', 'elsewhere'],
      ['in_server', 'in_server'],
      ['elsewhere', 'in_server'],
      ['elsewhere', 'elsewhere'],
    ])('invites, and moves nobody, when they are %s and %s', async (...locations) => {
      const pair = createPair();
      await placePeople(pair, ...locations);
      const channelsBefore = await Promise.all(
        pair.map((personId) => getHarness().voiceOf(personId)),
      );
      const room = await openRoom(pair);
      expect(room.response).toBe('not_moved');
      expect(room.inviteLink).toMatch(inviteUrlPattern);
      expect(await Promise.all(pair.map((personId) => getHarness().voiceOf(personId)))).toEqual(
        channelsBefore,
      );
    });

    it('invites both when one cannot be moved, and leaves the other where they were', async () => {
      const pair = createPair();
      await placePeople(pair, 'in_voice', 'in_voice');
      const channelBefore = await getHarness().voiceOf(pair[0]);
      await getHarness().fail({ status: 400, code: 40_032, times: 1, path: `members/${pair[1]}` });
      const room = await openRoom(pair);
      expect(room.response).toBe('not_moved');
      expect(room.inviteLink).toMatch(inviteUrlPattern);
      expect(await getHarness().voiceOf(pair[0])).toBe(channelBefore);
    });

    it('opens the room only to the two people of the call', async () => {
      const room = await openRoom();
      expect([...((await getHarness().openTo(room.channelId)) ?? [])].sort()).toEqual(
        [...room.people].sort(),
      );
    });
  });
}

function describeExistingRooms(getHarness: GetHarness): void {
  const { openRoom, placePeople, request } = createRoomFunctions(getHarness);

  describe('existing rooms', () => {
    it('are listed by the installation that made them, until they are closed', async () => {
      const room = await openRoom();
      const listedRoom = { channelId: room.channelId, key: roomKey(room.callId) };
      expect(unwrapValue(await getHarness().rooms.list())).toContainEqual(listedRoom);
      expect(unwrapValue(await getHarness().otherInstallation.list())).not.toContainEqual(
        listedRoom,
      );
      unwrapValue(await getHarness().rooms.close(room.channelId));
      expect(unwrapValue(await getHarness().rooms.list())).not.toContainEqual(listedRoom);
      expect(await getHarness().openTo(room.channelId)).toBeNull();
    });

    it('of another installation are not listed', async () => {
      const roomRequest = request();
      const room = unwrapValue(await getHarness().otherInstallation.open(roomRequest));
      const channelIds = unwrapValue(await getHarness().rooms.list()).map(
        ({ channelId }) => channelId,
      );
      expect(channelIds).not.toContain(room.channelId);
      unwrapValue(await getHarness().otherInstallation.close(room.channelId));
    });

    it('can be closed repeatedly', async () => {
      const room = await openRoom();
      for (const _ of [1, 2]) {
        expect(await getHarness().rooms.close(room.channelId)).toEqual({
          ok: true,
          value: undefined,
        });
      }
    });

    it('are occupied while one of the two people is inside', async () => {
      const pair = createPair();
      await placePeople(pair, 'in_voice', 'in_voice');
      const room = await openRoom(pair);
      expect(unwrapValue(await getHarness().rooms.listPresent(room))).toEqual(pair);
      await getHarness().placePerson(pair[0], 'elsewhere');
      expect(unwrapValue(await getHarness().rooms.listPresent(room))).toEqual([pair[1]]);
      await getHarness().placePerson(pair[1], 'in_server');
      expect(unwrapValue(await getHarness().rooms.listPresent(room))).toEqual([]);
      await getHarness().placePerson(pair[1], 'in_voice');
      expect(unwrapValue(await getHarness().rooms.listPresent(room))).toEqual([]);
    });

    it('are empty once both have left', async () => {
      const pair = createPair();
      await placePeople(pair, 'in_voice', 'in_voice');
      const room = await openRoom(pair);
      unwrapValue(await getHarness().rooms.close(room.channelId));
      expect(unwrapValue(await getHarness().rooms.listPresent(room))).toEqual([]);
    });
  });
}

/** Failures of Discord while a room is opened, each for requests whose path contains a text. */
const roomFailures: readonly RequestedFailure[] = [
  { status: 500, times: 1, path: '/voice-states/' },
  { status: 403, code: 50_013, times: 1, path: '/channels' },
  { status: 403, code: 50_001, times: 1, path: '/channels' },
  { status: 400, code: 30_013, times: 1, path: '/channels' },
  { status: 404, code: 10_004, times: 1, path: '/channels' },
  { status: 401, times: 1, path: '/channels' },
  { status: 503, times: 1, path: '/channels' },
  { status: 403, code: 50_013, times: 1, path: '/invites' },
  { status: 404, code: 10_003, times: 1, path: '/invites' },
  { status: 500, times: 1, path: '/invites' },
  { status: 502, times: 1_000 },
];

function describeFailures(getHarness: GetHarness): void {
  const { request, placePeople, openRooms } = createRoomFunctions(getHarness);

  describe('failures', () => {
    it.each(roomFailures)('leave no room behind: $status, $code at $path', async (failure) => {
      const roomsBefore = await openRooms();
      await getHarness().fail(failure);
      expect(await getHarness().rooms.open(request())).toEqual({
        ok: false,
        code: 'call_room_failed',
      });
      await getHarness().fail({ status: 500, times: 0 });
      expect(await openRooms()).toEqual(roomsBefore);
    });

    it('during the move of a person leave no room behind either', async () => {
      const roomsBefore = await openRooms();
      const roomRequest = request();
      await placePeople(roomRequest.people, 'in_voice', 'in_voice');
      const channelBefore = await getHarness().voiceOf(roomRequest.people[0]);
      await getHarness().fail({ status: 500, times: 1, path: `members/${roomRequest.people[1]}` });
      expect(await getHarness().rooms.open(roomRequest)).toEqual({
        ok: false,
        code: 'call_room_failed',
      });
      expect(await openRooms()).toEqual(roomsBefore);
      expect(await getHarness().voiceOf(roomRequest.people[0])).toBe(channelBefore);
    });

    it('by a rate limit are retried after the delay', async () => {
      await getHarness().fail({ status: 429, times: 1 });
      expect(await getHarness().rooms.open(request())).toMatchObject({ ok: true });
    });

    it('of every other operation are returned, not thrown', async () => {
      const room = { channelId: '1', people: createPair() };
      const refusal = { ok: false, code: 'discord_unavailable' };
      await getHarness().fail({ status: 500, times: 3 });
      expect(await getHarness().rooms.listPresent(room)).toEqual(refusal);
      expect(await getHarness().rooms.close('1')).toEqual(refusal);
      expect(await getHarness().rooms.list()).toEqual(refusal);
      expect(await getHarness().unreachable.listPresent(room)).toEqual(refusal);
      expect(await getHarness().unreachable.close('1')).toEqual(refusal);
      expect(await getHarness().unreachable.list()).toEqual(refusal);
      expect(await getHarness().unreachable.open(request())).toEqual({
        ok: false,
        code: 'call_room_failed',
      });
    });
  });
}
