import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secretsEqual } from '../../../shared/requests.ts';
import { discordApiPath } from '../../sandbox-identity.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { BucketState } from '../store/rate-limits.ts';
import { sendInvalidFields, sendProblem } from './problems.ts';

/** Value of `Retry-After` in a simulated 429, in seconds. */
const SIMULATED_RETRY_AFTER_S = 0.25;

function sendTooManyRequests(
  reply: FastifyReply,
  { wait, header, scope }: { wait: number; header: number; scope: 'user' | 'global' },
) {
  const global = scope === 'global';
  if (global) reply.header('x-ratelimit-global', 'true');
  return reply
    .code(429)
    .header('retry-after', String(header))
    .header('x-ratelimit-scope', scope)
    .send({ message: 'You are being rate limited.', retry_after: wait, global });
}

/** The path of a request below the path of the API; `%40` is decoded, because clients may send `@` in this form. */
const apiPathOf = ({ url }: FastifyRequest) =>
  (url.slice(discordApiPath.length).split('?')[0] ?? '').replaceAll('%40', '@');

/** Creates a hook that answers with the simulated failure for the request's path, if one is set. */
export function applySimulatedFailure({ failures }: SandboxContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const failure = await failures.take(apiPathOf(request));
    if (!failure) return;
    // Discord itself uses whole seconds; fractions shorten the tests, and clients accept both.
    const simulatedLimit = {
      wait: SIMULATED_RETRY_AFTER_S,
      header: SIMULATED_RETRY_AFTER_S,
      scope: 'user',
    } as const;
    if (failure.status === 429) return sendTooManyRequests(reply, simulatedLimit);
    const { status, code } = failure;
    const message =
      code === null ? `${status}: ${STATUS_CODES[status] ?? 'Error'}` : 'Sandbox failure';
    return reply.code(status).send({ message, code: code ?? 0 });
  };
}

function setRateLimitHeaders(reply: FastifyReply, route: string, bucketState: BucketState): void {
  reply.headers({
    'x-ratelimit-limit': String(bucketState.limit),
    'x-ratelimit-remaining': String(Math.max(0, bucketState.remaining)),
    'x-ratelimit-reset': bucketState.resetAt.toFixed(3),
    'x-ratelimit-reset-after': bucketState.resetAfter.toFixed(3),
    'x-ratelimit-bucket': createHash('sha256').update(route).digest('hex').slice(0, 32),
  });
}

/** Creates a hook that counts requests per route and per server or channel, and answers 429 above the limit. */
export function countRequests({ rateLimits }: SandboxContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { guild, channel } = request.params as { guild?: string; channel?: string };
    const route = `${request.method} ${request.routeOptions.url}`;
    const bucketStates = await rateLimits.count(`${route} ${guild ?? channel ?? ''}`);
    const appliedLimit = bucketStates.global.remaining < 0 ? 'global' : 'route';
    if (appliedLimit === 'route') setRateLimitHeaders(reply, route, bucketStates.route);
    const { remaining, resetAfter } = bucketStates[appliedLimit];
    if (remaining >= 0) return;
    const scope = appliedLimit === 'global' ? 'global' : 'user';
    return sendTooManyRequests(reply, { wait: resetAfter, header: Math.ceil(resetAfter), scope });
  };
}

/** Creates a hook that refuses requests without the bot's token. */
export function requireBotToken({ identity }: SandboxContext) {
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { authorization = '' } = headers;
    if (!secretsEqual(authorization, `Bot ${identity.botToken}`))
      return sendProblem(reply, 'unauthorized');
  };
}

/** Creates a hook that refuses requests with invalid ids or for an unknown server. */
export function requireValidIds({ guild }: SandboxContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const params = Object.entries(request.params as Record<string, string>);
    const invalidParams = params.filter(([, id]) => !/^\d{1,20}$/.test(id));
    if (invalidParams.length > 0) {
      const errors = invalidParams.map(([name]) => ({
        path: [`${name}_id`],
        code: 'NUMBER_TYPE_COERCE',
        message: 'This is not a snowflake.',
      }));
      return sendInvalidFields(reply, errors);
    }
    const { guild: guildId = guild.guildId } = request.params as { guild?: string };
    if (guildId !== guild.guildId) return sendProblem(reply, 'unknownGuild');
  };
}
