import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { z } from '../schema.ts';
import { ownUser } from './users.ts';

const requiredTextInput = (max: number) =>
  z.string({ error: errors.invalid_input.text }).min(1).max(max, errors.invalid_input.text);

/** Endpoints for linking a Discord account. The account identifies the person in calls and is never used to sign in. */
export const discordEndpoints = {
  authorizeDiscord: endpoint({
    method: 'GET',
    path: '/api/discord/authorize',
    summary:
      'Address of the Discord authorization; its state works once, for this session, for 10 minutes',
    access: 'user',
    status: 200,
    output: z.object({ url: z.string() }),
    errors: ['calls_unavailable'],
    limit: 'general',
  }),
  linkDiscord: endpoint({
    method: 'POST',
    path: '/api/discord/link',
    summary: 'Link the authorized Discord account',
    access: 'user',
    body: z.object({ code: requiredTextInput(500), state: requiredTextInput(200) }),
    status: 200,
    output: z.object({ user: ownUser }),
    errors: [
      'discord_state_invalid',
      'discord_link_refused',
      'discord_taken',
      'discord_already_linked',
      'discord_unavailable',
      'calls_unavailable',
    ],
    limit: 'discordLinks',
  }),
  unlinkDiscord: endpoint({
    method: 'DELETE',
    path: '/api/discord/link',
    summary: 'Unlink the own Discord account; idempotent',
    access: 'user',
    status: 204,
    output: null,
    errors: [],
    limit: 'general',
  }),
};
