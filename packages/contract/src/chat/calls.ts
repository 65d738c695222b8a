import { author } from '../accounts/users.ts';
import { id, instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { z } from '../schema.ts';

/**
 * States of a call. `opening` is a pending call whose Discord room is being created. For the transitions see
 * `docs/product/calls.md`.
 */
export const callStates = ['pending', 'opening', 'accepted', 'ended'] as const;
export type CallState = (typeof callStates)[number];

/**
 * Why a call ended, in this order: the caller cancelled, the callee declined, the callee did not answer in time, the
 * room could not be created, one of the two left the call, the room was deleted.
 */
export const callOutcomes = [
  'cancelled',
  'declined',
  'missed',
  'failed',
  'left',
  'emptied',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** Whether both people were moved into the call's room (`moved`) or have to use its invite (`not_moved`). */
export const callResponse = z.enum(['moved', 'not_moved']);
export type CallResponse = z.infer<typeof callResponse>;

/** Format of an invite URL; the browser opens no other URL. */
export const inviteUrlPattern = /^https:\/\/discord\.gg\/[A-Za-z0-9-]{2,64}$/;

/** Discord account id (snowflake). */
const discordIdInput = z
  .string({ error: errors.invalid_parameter.text })
  .regex(/^\d{1,20}$/, errors.invalid_parameter.text);

const room = z.object({
  /** Invite URL; null when both people were moved, because they then need no invite. */
  invite_link: z.string().nullable(),
  response: callResponse,
});
export type CallRoom = z.infer<typeof room>;

/** The current call, as the API returns it to one of the two people in the call. */
const currentCall = z.object({
  id,
  callerId: id,
  calleeId: id,
  state: z.enum(callStates).exclude(['ended']),
  /** The other person of the call. */
  partner: author,
  /**
   * Discord id of the caller, which the socket event `call` also contains; a page needs the id to accept the call after
   * a reload. Null once the caller's Discord account is unlinked.
   */
  callerDiscordId: z.string().nullable(),
  placedAt: instant,
  /** Time at which the call counts as missed if nobody has answered. */
  ringsUntil: instant,
  acceptedAt: instant.nullable(),
  /** The room of the call; null until the call is accepted. */
  room: room.nullable(),
});
export type CurrentCall = z.infer<typeof currentCall>;

export const callEndpoints = {
  getCurrentCall: endpoint({
    method: 'GET',
    path: '/api/calls/current',
    summary: 'The current or ringing call of the signed-in person; null for none',
    access: 'user',
    status: 200,
    output: z.object({ call: currentCall.nullable() }),
    errors: [],
    limit: 'general',
  }),
  openCallRoom: endpoint({
    method: 'POST',
    path: '/discord/call',
    summary: 'Accept the ringing call by the Discord ids of both people and create its room',
    access: 'user',
    body: z.object({ caller_id: discordIdInput, receiver_id: discordIdInput }),
    status: 200,
    output: room,
    errors: ['callee_without_discord', 'call_not_found', 'call_room_failed', 'calls_unavailable'],
    limit: 'general',
  }),
};
