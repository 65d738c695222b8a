import type { CallResponse } from '@guilda/contract/calls';
import type { Result } from '../platform/result.ts';

/**
 * Rooms for two in the product's own server at Discord (`product §7`): hidden from everyone else, open
 * to these two and the bot. Every method answers within about ten seconds, waits as long as rate
 * limits ask for where that fits, and turns an unreachable, failing or unintelligible Discord into a
 * refusal. No token, invite or name is ever logged.
 */
export interface VoiceRooms {
  /**
   * Makes the room of a call, and moves both in when both are in voice there already; whoever is not,
   * or is not in the server, comes in by an invite (10 minutes, 2 uses). Not idempotent: calls must
   * not ask twice. After a refusal the room is gone again, or found by {@link VoiceRooms.list}.
   */
  open(request: RoomRequest): Promise<Result<OpenedRoom, 'call_room_failed'>>;
  /** Whether one of these people is in the room now. A room that is gone is empty. */
  isOccupied(room: RoomOf): Promise<Result<boolean, 'discord_unavailable'>>;
  /** Removes a room; one that is gone already counts as removed. */
  close(channelId: string): Promise<Result<undefined, 'discord_unavailable'>>;
  /** Every room that this installation has ever made and that still stands. */
  list(): Promise<Result<readonly ListedRoom[], 'discord_unavailable'>>;
}

export interface RoomRequest {
  readonly callId: string;
  /** Ids at Discord of the caller and the callee. */
  readonly people: readonly [string, string];
}

export interface OpenedRoom {
  readonly channelId: string;
  /** `https://discord.gg/…`; null once both were moved. */
  readonly inviteLink: string | null;
  readonly response: CallResponse;
}

export interface RoomOf {
  readonly channelId: string;
  readonly people: readonly string[];
}

export interface ListedRoom {
  readonly channelId: string;
  /** {@link roomKey} of the call it was made for. */
  readonly key: string;
}

/** What of a call's id its room bears in its name: the random end of a UUIDv7, 12 hexadecimal digits. */
export const roomKey = (callId: string): string => callId.slice(-12);
