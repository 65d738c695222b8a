import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type {
  Download,
  Endpoint,
  EndpointGroup,
  HandlerOutput,
  ParsedInput,
} from '@guilda/contract/endpoint';
import { type RateLimit, rateLimits } from '@guilda/contract/limits';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Actor,
  type Authenticate,
  type ClientOrigin,
  type HasAgeRequirement,
  type HasProvenAccountAge,
  type Person,
  type RecordAccess,
  visitor,
} from '../actor.ts';
import { addressKey } from '../limits/address.ts';
import { currentRateLimitPayer } from '../limits/rate-limit-payer.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { err, ok, type Result } from '../result.ts';
import { type FormReader, noFiles, type UploadedFiles } from './form.ts';
import { confirmationOf, idempotencyKeyOf, parseInput } from './input.ts';
import type { LateReads } from './late-reads.ts';
import { sendRefusal } from './refusal.ts';

type ActorOf<E extends Endpoint> = E['access'] extends 'user' | 'admin' ? Person : Actor;

/** Input of a handler: the actor and the parsed request. */
export type HandlerRequest<E extends Endpoint> = ParsedInput<E> & {
  readonly actor: ActorOf<E>;
  readonly files: UploadedFiles;
  /** The idempotency key; empty when the request has none and needs none. */
  readonly idempotencyKey: string;
  /** Content of the header `X-Confirmation`, not verified; empty when the header is missing. */
  readonly confirmation: string;
  readonly userAgent: string;
  /** Address and port of the client, for access records only; rate limits use their own key. */
  readonly client: ClientOrigin;
  readonly log: FastifyBaseLogger;
};

export type Handler<E extends Endpoint> = (
  request: HandlerRequest<E>,
) => Promise<Result<HandlerOutput<E>>>;

/** One handler for each endpoint of a group; a missing handler fails the compilation and the start. */
export type Handlers<G extends EndpointGroup> = { readonly [K in keyof G]: Handler<G[K]> };

export interface EndpointDeps {
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  readonly readForm: FormReader;
  readonly isOfAccountAge: HasProvenAccountAge;
  /** Port from which a request came; null when it is not known. */
  readonly clientPort: (request: IncomingMessage) => number | null;
  readonly recordAccess: RecordAccess;
  readonly hasAgeRequirement: HasAgeRequirement;
  readonly lateReads: LateReads;
}

/** Whether the endpoint requires a proof of age that the person has not given. */
async function needsAgeProof(
  { requiresAccountAge, blockedByAgeRequirement }: Endpoint,
  { uid }: Person,
  deps: EndpointDeps,
): Promise<boolean> {
  if (requiresAccountAge && !(await deps.isOfAccountAge(uid))) return true;
  return blockedByAgeRequirement === true && deps.hasAgeRequirement(uid);
}

async function authenticateRequest(
  definition: Endpoint,
  request: FastifyRequest,
  deps: EndpointDeps,
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
  if (!person.ok) return person;
  return (await needsAgeProof(definition, person.value, deps)) ? err('age_required') : person;
}

const rateLimitOf = (definition: Endpoint): RateLimit => rateLimits[definition.limit];

/** Whether the request searches by text, which has its own rate limit. */
function isTextSearch({ searchedBy }: Endpoint, query: unknown): boolean {
  if (searchedBy === undefined || typeof query !== 'object' || query === null) return false;
  const text: unknown = Reflect.get(query, searchedBy);
  return text !== undefined && String(text).trim() !== '';
}

async function takeRateLimitPoint(
  definition: Endpoint,
  request: FastifyRequest,
  actor: Actor,
  deps: EndpointDeps,
) {
  const { perIp, successesOnly } = rateLimitOf(definition);
  const key = actor.kind === 'person' && !perIp ? actor.uid : addressKey(request.ip);
  const limit = isTextSearch(definition, request.query) ? 'search' : definition.limit;
  const name = successesOnly ? 'general' : limit;
  const takeFromPayer = currentRateLimitPayer();
  return takeFromPayer ? takeFromPayer(name) : deps.limiter.take(name, key);
}

/**
 * Wraps the handler of an endpoint whose rate limit counts successes: a point is taken before the handler runs, and
 * returned when the request is refused or is a replay.
 */
function limitSuccesses(
  definition: Endpoint,
  handler: Handler<Endpoint>,
  { limiter }: EndpointDeps,
): Handler<Endpoint> {
  const name = definition.limit;
  if (!rateLimitOf(definition).successesOnly) return handler;
  return async (request) => {
    if (request.actor.kind !== 'person') return handler(request);
    const { uid } = request.actor;
    const permission = await limiter.take(name, uid);
    if (!permission.ok) return permission;
    let hasSucceeded = false;
    try {
      const outcome = await handler(request);
      hasSucceeded = outcome.ok && !outcome.repeated;
      return outcome;
    } finally {
      if (!hasSucceeded) await limiter.giveBack(name, uid);
    }
  };
}

/** Authenticates the request, applies the rate limit and reads the idempotency key. */
async function authorizeRequest(definition: Endpoint, request: FastifyRequest, deps: EndpointDeps) {
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

async function readBody(
  definition: Endpoint,
  request: FastifyRequest,
  actor: Actor,
  deps: EndpointDeps,
) {
  if (!definition.files) {
    return ok({ body: request.body, files: noFiles, issues: [] });
  }
  // Uploaded files count towards the storage quota of a person, so visitors cannot upload.
  if (actor.kind !== 'person') return err('token_missing');
  return deps.readForm(request, definition.files, actor.uid);
}

async function handleRequest(
  definition: Endpoint,
  handler: Handler<Endpoint>,
  deps: EndpointDeps,
  request: FastifyRequest,
) {
  const authorization = await authorizeRequest(definition, request, deps);
  if (!authorization.ok) return authorization;
  const { actor } = authorization.value;
  const client = { address: request.ip, port: deps.clientPort(request.raw) };
  // The access is recorded before the handler runs, because a request that the handler refuses is an access as well.
  if (actor.kind === 'person' && definition.method !== 'GET')
    deps.recordAccess({ uid: actor.uid, kind: 'write', client });
  const form = await readBody(definition, request, actor, deps);
  if (!form.ok) return form;
  await using files = form.value.files;
  const input = parseInput(definition, {
    params: request.params,
    query: request.query,
    body: form.value.body,
    issues: form.value.issues,
  });
  if (!input.ok) return input;
  const handlerRequest = {
    ...input.value,
    ...authorization.value,
    files,
    confirmation: confirmationOf(request, definition),
    userAgent: request.headers['user-agent'] ?? '',
    client,
    log: request.log,
  } as HandlerRequest<Endpoint>;
  // The handler is awaited in this function, because the uploaded files are removed when the function returns.
  return await readWhereAllowed(definition, actor, deps, () => handler(handlerRequest));
}

/**
 * Runs a handler. Its reads may go to a replica if the endpoint allows late reads. For a write, all nodes are informed,
 * so that the later reads of this person go to the primary.
 */
async function readWhereAllowed<T>(
  { method, mayBeLate }: Endpoint,
  actor: Actor,
  { lateReads }: EndpointDeps,
  work: () => Promise<T>,
): Promise<T> {
  if (mayBeLate) return lateReads.run(actor, work);
  if (actor.kind === 'visitor' || method === 'GET') return work();
  // The write is announced before it runs as well, so that other nodes know of it before the client gets the answer.
  lateReads.recordWrite(actor.uid);
  try {
    return await work();
  } finally {
    lateReads.recordWrite(actor.uid);
  }
}

function sendDownload(type: string, reply: FastifyReply, file: Download): FastifyReply {
  return (
    reply
      .header('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
      .header('content-disposition', `attachment; filename="${file.filename}"`)
      // Sends the stream itself: a stream wrapped around it would notice only with its next chunk that the client
      // disconnected.
      .send(file.body instanceof Readable ? file.body : Readable.from(file.body))
  );
}

function sendValue(definition: Endpoint, reply: FastifyReply, value: unknown): FastifyReply {
  reply.code(definition.status).header('cache-control', 'no-store');
  if (definition.produces) return sendDownload(definition.produces, reply, value as Download);
  if (definition.output === null) return reply.send();
  // Fields that the output schema does not name are dropped.
  return reply.send(definition.output.parse(value));
}

/** Registers every endpoint of a group with its handler. */
export function registerEndpoints<G extends EndpointGroup>(
  app: FastifyInstance,
  group: G,
  handlers: Handlers<G>,
  deps: EndpointDeps,
): void {
  const unknownName = Object.keys(handlers).find((name) => !(name in group));
  if (unknownName !== undefined) throw new Error(`handler ${unknownName} has no endpoint`);
  for (const [name, definition] of Object.entries(group)) {
    const handler = handlers[name] as Handler<Endpoint> | undefined;
    if (!handler)
      throw new Error(`endpoint ${definition.method} ${definition.path} has no handler`);
    const limitedHandler = limitSuccesses(definition, handler, deps);
    app.route({
      method: definition.method,
      url: definition.path,
      // No `HEAD` for downloads: they are generated while they are sent, so `HEAD` would generate a whole download for
      // nothing.
      exposeHeadRoute: definition.produces === undefined,
      config: { endpoint: definition },
      handler: async (request, reply) => {
        const outcome = await handleRequest(definition, limitedHandler, deps, request);
        return outcome.ok
          ? sendValue(definition, reply, outcome.value)
          : sendRefusal(request, reply, outcome);
      },
    });
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of an API route in the contract; pages, files and probes have none. */
    endpoint?: Endpoint;
  }
}
