import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendRefusal } from '../../../platform/http/refusal.ts';
import { err } from '../../../platform/result.ts';
import type { Parts } from './api/parts.ts';

const discordId = z.string().regex(/^\d{1,20}$/);

const codeInput = z.object({
  // The product's own, from the address that `GET /api/discord/authorize` gave.
  state: z.string().min(1).max(200),
  discordId,
  username: z.string().trim().min(1).max(80),
});

const voiceInput = z.object({ discordId, connected: z.boolean() });

const failureInput = z.object({
  status: z.int().min(400).max(599),
  times: z.int().min(0).max(1_000),
  code: z.int().min(0).nullish(),
  path: z.string().min(1).max(200).nullish(),
});

/** What scripts may do to the sandbox (`product §12`). */
export async function devRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { accounts, grants, failures } = parts;

  app.post('/dev/discord-code', async (request, reply) => {
    const input = codeInput.safeParse(request.body);
    if (!input.success) return sendRefusal(request, reply, err('invalid_input'));
    const { state, discordId, username } = input.data;
    await accounts.name(discordId, username);
    // No page was asked; the code goes with the request of this state all the same.
    const challenge = parts.challengeOf(state);
    const consent = { redirectUri: parts.redirectUri(), scope: 'identify', challenge };
    const code = await grants.issueCode({ ...consent, discordId });
    return reply.send({ code });
  });

  app.post('/dev/discord-voice', async (request, reply) => {
    const input = voiceInput.safeParse(request.body);
    if (!input.success) return sendRefusal(request, reply, err('invalid_input'));
    await accounts.place(input.data.discordId, { member: true, voice: input.data.connected });
    return reply.code(204).send();
  });

  app.post('/dev/discord-failure', async (request, reply) => {
    const input = failureInput.safeParse(request.body);
    if (!input.success) return sendRefusal(request, reply, err('invalid_input'));
    const { status, times, code = null, path = null } = input.data;
    await failures.set({ status, times, code, path });
    return reply.code(204).send();
  });
}
