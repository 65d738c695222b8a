import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxContext } from './sandbox-context.ts';

const discordIdInput = z.string().regex(/^\d{1,20}$/);

const authorizationCodeInput = z.object({
  /** The `state` parameter of the URL that `GET /api/discord/authorize` returned. */
  state: z.string().min(1).max(200),
  discordId: discordIdInput,
  username: z.string().trim().min(1).max(80),
});

const voiceInput = z.object({ discordId: discordIdInput, connected: z.boolean() });

const failureInput = z.object({
  status: z.int().min(400).max(599),
  times: z.int().min(0).max(1_000),
  code: z.int().min(0).nullish(),
  path: z.string().min(1).max(200).nullish(),
});

/** Endpoints by which scripts and tests control the sandbox. */
export async function devRoutes(app: FastifyInstance, context: SandboxContext): Promise<void> {
  const { accounts, grants, failures } = context;

  app.post('/dev/discord-code', async (request, reply) => {
    const input = authorizationCodeInput.safeParse(request.body);
    if (!input.success) return sendRefusal(request, reply, err('invalid_input'));
    const { state, discordId, username } = input.data;
    await accounts.setName(discordId, username);
    // The consent page is skipped, but the code belongs to the same PKCE challenge as after consent.
    const challenge = context.pkceChallengeOf(state);
    const consent = { redirectUri: context.redirectUri(), scope: 'identify', challenge };
    const code = await grants.issueCode({ ...consent, discordId });
    return reply.send({ code });
  });

  app.post('/dev/discord-voice', async (request, reply) => {
    const input = voiceInput.safeParse(request.body);
    if (!input.success) return sendRefusal(request, reply, err('invalid_input'));
    await accounts.place(input.data.discordId, { isMember: true, isInVoice: input.data.connected });
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
