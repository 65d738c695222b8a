import { Writable } from 'node:stream';
import { createDiscordAccounts, createDiscordRooms } from '../../../src/adapters/discord/index.ts';
import { createLogger } from '../../../src/platform/telemetry/logging.ts';
import type { RoomRequest } from '../../../src/ports/voice-rooms.ts';
import { fakeClock } from '../../fixtures/fakes/fake-clock.ts';
import { type DiscordPeer, startDiscordPeer } from './peer.ts';

const LOG_LEVELS: Readonly<Record<number, string>> = { 40: 'warn', 50: 'error' };

/** A logger that stores its lines. */
function createRecordedLog() {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(`${chunk}`);
      done();
    },
  });
  return {
    log: createLogger('trace', destination),
    text: () => lines.join(''),
    /** Level, kind of failure and call of each line. */
    loggedFailures: () =>
      lines.map((line) => {
        const { level, failure, call } = JSON.parse(line);
        return `${LOG_LEVELS[level]} ${failure} ${call}`;
      }),
    forget: () => lines.splice(0),
  };
}

export type DiscordFixture = Awaited<ReturnType<typeof startDiscordFixture>>;

/** A fake Discord, adapters with short timeouts that use it, and their log. */
export async function startDiscordFixture() {
  const peer: DiscordPeer = await startDiscordPeer();
  const recordedLog = createRecordedLog();
  const clock = fakeClock();
  const { setup } = peer.state;
  const options = { apiBase: peer.apiBase, log: recordedLog.log, clock };
  let callCount = 0;
  return {
    peer,
    recordedLog,
    clock,
    /** Creates an adapter of voice rooms that has stored neither rate limits nor the bot's id. */
    rooms: (overrides: { deadlineMs?: number; withoutCategory?: boolean } = {}) =>
      createDiscordRooms({
        ...options,
        config: overrides.withoutCategory ? { ...setup, categoryId: null } : setup,
        installation: 'a1b2',
        deadlineMs: overrides.deadlineMs ?? 4_000,
        cleanupMs: 1_000,
      }),
    accounts: (overrides: { deadlineMs?: number } = {}) =>
      createDiscordAccounts({
        ...options,
        config: setup,
        authorizeBase: () => 'https://discord.example/oauth2/authorize/',
        deadlineMs: overrides.deadlineMs ?? 4_000,
        cleanupMs: 1_000,
      }),
    /**
     * Creates two people and a request for their room. `channelIds` has the voice channel of each: null for a member in
     * no channel, undefined for a person unknown to Discord.
     */
    request(...channelIds: (string | null | undefined)[]): RoomRequest {
      callCount += 1;
      const callId = `0199a000-0000-7000-8000-${String(callCount).padStart(12, '0')}`;
      const people = [peer.state.newId(), peer.state.newId()] as const;
      for (const [index, one] of people.entries()) {
        const channelId = channelIds[index];
        if (channelId !== undefined) peer.state.members.set(one, channelId);
      }
      return { callId, people };
    },
    /** Existing channels that were created as rooms, of all installations. */
    productChannels: () =>
      [...peer.state.channels.values()].filter(({ name }) => /^Guilda/.test(name)),
    reset() {
      for (const { id } of this.productChannels()) peer.state.channels.delete(id);
      peer.forget();
      recordedLog.forget();
    },
  };
}
