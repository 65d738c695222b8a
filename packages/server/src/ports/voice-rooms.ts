import type { CallResponse } from '@guilda/contract/chat/calls';
import type { Result } from '../platform/result.ts';

/**
 * Private voice rooms for two people in the installation's Discord server: docs/product/calls.md. Every method resolves
 * within about ten seconds, respects rate limits within that time, and maps an unreachable, failing or malformed
 * Discord to a refusal. Tokens, invites and names are never logged.
 */
export interface VoiceRooms {
  /**
   * Creates the room of a call. Moves both people into the room when both are in a voice channel of the server;
   * otherwise returns an invite (10 minutes, 2 uses). Not idempotent: call it once. After
   * `call_room_failed` the room does not exist, or {@link VoiceRooms.list} returns it.
   */
  open(request: RoomRequest): Promise<Result<OpenedRoom, 'call_room_failed'>>;
  /** Which of the call's people are in the room, by their Discord ids; nobody for a deleted room. */
  listPresent(room: RoomReference): Promise<Result<readonly string[], 'discord_unavailable'>>;
  /** Deletes a room; also succeeds when the room does not exist. */
  close(channelId: string): Promise<Result<undefined, 'discord_unavailable'>>;
  /** All existing rooms that this installation created. */
  list(): Promise<Result<readonly ListedRoom[], 'discord_unavailable'>>;
}

export interface RoomRequest {
  readonly callId: string;
  /** Discord ids of caller and callee. */
  readonly people: readonly [string, string];
}

export interface OpenedRoom {
  readonly channelId: string;
  /** Invite link `https://discord.gg/…`; null when both people were moved into the room directly. */
  readonly inviteLink: string | null;
  readonly response: CallResponse;
}

export interface RoomReference {
  readonly channelId: string;
  readonly people: readonly string[];
}

export interface ListedRoom {
  readonly channelId: string;
  /** The {@link roomKey} of the room's call. */
  readonly key: string;
}

/** The part of a call's id that the room's name contains: the random last 12 hexadecimal digits of its UUIDv7. */
export const roomKey = (callId: string): string => callId.slice(-12);
