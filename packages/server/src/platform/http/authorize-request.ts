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

/** Whether an authenticated person may use the endpoint; returns the person. */
async function admitPerson(
  definition: Endpoint,
  person: Person,
  deps: AuthorizationDeps,
): Promise<Result<Person, 'forbidden' | 'age_required'>> {
  if (definition.access === 'admin' && person.role !== 'admin') return err('forbidden');
  if (!mayNeedAgeProof(definition)) return ok(person);
  return (await needsAgeProof(definition, person, deps)) ? err('age_required') : ok(person);
}

/**
 * Authorizes a person again after an upload, during which the session, the account or the age check may have ended;
 * returns the person as the account is now.
 */
export async function authorizeAgain(definition: Endpoint, actor: Person, deps: AuthorizationDeps) {
  const person = await deps.authenticateSession(actor, definition.accountStatus);
  return person.ok ? admitPerson(definition, person.value, deps) : person;
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
  return person.ok ? admitPerson(definition, person.value, deps) : person;
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
