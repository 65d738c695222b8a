import { id, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';
import { author } from './users.ts';

/**
 * Where a call stands (`spec §4`): `opening` is a pending call whose room is being made, `ended` is
 * over for both. To whoever is in none, the status is free.
 */
export const callStates = ['pending', 'opening', 'accepted', 'ended'] as const;
export type CallState = (typeof callStates)[number];

/**
 * Why a call is over: the caller took it back, the callee declined, nobody answered, its room could
 * not be made, one of the two left, its room is gone.
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

/** Whether both were moved into the room, or come in by its invite (`product §7`). */
export const callResponse = z.enum(['moved', 'not_moved']);
export type CallResponse = z.infer<typeof callResponse>;

/** Where invites lead, and nothing else is opened: Discord's own host. */
export const inviteForm = /^https:\/\/discord\.gg\/[A-Za-z0-9-]{2,64}$/;

/** An account's id at Discord, a snowflake. */
const discordIdInput = z
  .string({ error: errors.invalid_parameter.text })
  .regex(/^\d{1,20}$/, errors.invalid_parameter.text);

const room = z.object({
  /** Null once both were moved: nobody needs an invite then. */
  invite_link: z.string().nullable(),
  response: callResponse,
});
export type CallRoom = z.infer<typeof room>;

/** The call a person is in, as one of its two sides sees it. */
export const currentCall = z.object({
  id,
  callerId: id,
  calleeId: id,
  state: z.enum(callStates).exclude(['ended']),
  /** The other side. */
  partner: author,
  /** As the `call` event says it: who answers after a reload accepts by it. Null once it is unlinked. */
  callerDiscordId: z.string().nullable(),
  placedAt: instant,
  /** When it counts as missed. */
  ringsUntil: instant,
  acceptedAt: instant.nullable(),
  /** Null until it is accepted. */
  room: room.nullable(),
});
export type CurrentCall = z.infer<typeof currentCall>;

export const callEndpoints = {
  getCurrentCall: endpoint({
    method: 'GET',
    path: '/api/calls/current',
    summary: 'The call the signed-in person is in, or that rings for them; null for none',
    access: 'user',
    status: 200,
    output: z.object({ call: currentCall.nullable() }),
    errors: [],
    limit: 'general',
  }),
  openCallRoom: endpoint({
    method: 'POST',
    path: '/discord/call',
    summary:
      'Accept the call that rings, by the ids both have at Discord: makes its room (spec §7)',
    access: 'user',
    body: z.object({ caller_id: discordIdInput, receiver_id: discordIdInput }),
    status: 200,
    output: room,
    errors: ['callee_without_discord', 'call_not_found', 'call_room_failed', 'calls_unavailable'],
    limit: 'general',
  }),
};
