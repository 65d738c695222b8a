import type { Endpoint } from '@guilda/contract/endpoint';
import { type RateLimit, rateLimits } from '@guilda/contract/limits';
import type { FastifyRequest } from 'fastify';
import {
  type Actor,
  type Authenticate,
  type AuthenticateSession,
  type HasAgeRequirement,
  type HasProvenAccountAge,
  type Person,
  visitor,
} from '../actor.ts';
import { addressKey } from '../limits/address.ts';
import { currentRateLimitPayer } from '../limits/rate-limit-payer.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { err, ok, type Result } from '../result.ts';
import { idempotencyKeyOf } from './input.ts';

export interface AuthorizationDeps {
  readonly authenticate: Authenticate;
  readonly authenticateSession: AuthenticateSession;
  readonly limiter: RateLimiter;
  readonly isOfAccountAge: HasProvenAccountAge;
  readonly hasAgeRequirement: HasAgeRequirement;
}

/** Whether `needsAgeProof` can return true for an endpoint; for other endpoints it is never called. */
const mayNeedAgeProof = ({ requiresAccountAge, blockedByAgeRequirement }: Endpoint): boolean =>
  requiresAccountAge === true || blockedByAgeRequirement === true;

/** Whether the endpoint requires a proof of age that the person has not given. */
async function needsAgeProof(
  { requiresAccountAge, blockedByAgeRequirement }: Endpoint,
  { uid }: Person,
  deps: AuthorizationDeps,
): Promise<boolean> {
  if (requiresAccountAge && !(await deps.isOfAccountAge(uid))) return true;
  return blockedByAgeRequirement === true && deps.hasAgeRequirement(uid);
}

async function authenticateRequest(
  definition: Endpoint,
  request: FastifyRequest,
  deps: AuthorizationDeps,
) {
  const header = request.headers.authorization;
  if (definition.access === 'public') return ok<Actor>(visitor);
  if (header === undefined) {
    return definition.access === 'optional' ? ok<Actor>(visitor) : err('token_missing');
  }
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) return err('token_invalid');
  const person = await deps.authenticate(token, definition.accountStatus);
  if (person.ok && definition.access === 'admin' && person.value.role !== 'admin')
    return err('forbidden');
  if (!person.ok || !mayNeedAgeProof(definition)) return person;
  return (await needsAgeProof(definition, person.value, deps)) ? err('age_required') : person;
}

export const rateLimitOf = (definition: Endpoint): RateLimit => rateLimits[definition.limit];

/** Whether the request searches by text, which has its own rate limit. */
function isTextSearch({ searchedBy }: Endpoint, query: unknown): boolean {
  if (searchedBy === undefined || typeof query !== 'object' || query === null) return false;
  const text: unknown = Reflect.get(query, searchedBy);
  return text !== undefined && String(text).trim() !== '';
}

function takeRateLimitPoint(
  definition: Endpoint,
  request: FastifyRequest,
  actor: Actor,
  deps: AuthorizationDeps,
): Promise<Result<void, 'rate_limited'>> {
  const { perIp, successesOnly } = rateLimitOf(definition);
  const key = actor.kind === 'person' && !perIp ? actor.uid : addressKey(request.ip);
  const limit = isTextSearch(definition, request.query) ? 'search' : definition.limit;
  const name = successesOnly ? 'general' : limit;
  const takeFromPayer = currentRateLimitPayer();
  return takeFromPayer ? takeFromPayer(name) : deps.limiter.take(name, key);
}

/** Authenticates the request, applies the rate limit and reads the idempotency key. */
export async function authorizeRequest(
  definition: Endpoint,
  request: FastifyRequest,
  deps: AuthorizationDeps,
) {
  const actor = await authenticateRequest(definition, request, deps);
  const permission = await takeRateLimitPoint(
    definition,
    request,
    actor.ok ? actor.value : visitor,
    deps,
  );
  if (!permission.ok) return permission;
  if (!actor.ok) return actor;
  const key = definition.idempotent ? idempotencyKeyOf(request, definition) : ok('');
  if (!key.ok) return key;
  return ok({ actor: actor.value, idempotencyKey: key.value });
}
