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
import { type Actor, type Authenticate, type Person, visitor } from '../actor.ts';
import { addressKey } from '../limits/address.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { err, ok, type Result } from '../result.ts';
import { type FormReader, noFiles, type UploadedFiles } from './form.ts';
import { idempotencyKeyOf, parseInput } from './input.ts';
import { sendRefusal } from './refusal.ts';

type ActorOf<E extends Endpoint> = E['access'] extends 'user' | 'admin' ? Person : Actor;

/** What a handler gets: who asks, and input that its schemas have passed. */
export type HandlerRequest<E extends Endpoint> = ParsedInput<E> & {
  readonly actor: ActorOf<E>;
  readonly files: UploadedFiles;
  /** Of idempotent endpoints; empty where none came and none is needed. */
  readonly idempotencyKey: string;
  readonly userAgent: string;
  readonly log: FastifyBaseLogger;
};

export type Handler<E extends Endpoint> = (
  request: HandlerRequest<E>,
) => Promise<Result<HandlerOutput<E>>>;

/** One handler for each endpoint of a group; the compiler and the start refuse a missing one. */
export type Handlers<G extends EndpointGroup> = { readonly [K in keyof G]: Handler<G[K]> };

export interface EndpointDeps {
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  readonly readForm: FormReader;
}

async function actorOf(definition: Endpoint, request: FastifyRequest, deps: EndpointDeps) {
  const header = request.headers.authorization;
  if (definition.access === 'public') return ok<Actor>(visitor);
  if (header === undefined) {
    return definition.access === 'optional' ? ok<Actor>(visitor) : err('token_missing');
  }
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) return err('token_invalid');
  const person = await deps.authenticate(token, definition.standing);
  if (person.ok && definition.access === 'admin' && person.value.role !== 'admin')
    return err('forbidden');
  return person;
}

const limitOf = (definition: Endpoint): RateLimit => rateLimits[definition.limit];

/** Whether the call holds a text to search for. */
function isSearch({ searchedBy }: Endpoint, query: unknown): boolean {
  if (searchedBy === undefined || typeof query !== 'object' || query === null) return false;
  const text: unknown = Reflect.get(query, searchedBy);
  return text !== undefined && String(text).trim() !== '';
}

async function underLimit(
  definition: Endpoint,
  request: FastifyRequest,
  actor: Actor,
  deps: EndpointDeps,
) {
  const { perIp, made } = limitOf(definition);
  const key = actor.kind === 'person' && !perIp ? actor.uid : addressKey(request.ip);
  const asked = isSearch(definition, request.query) ? 'search' : definition.limit;
  return deps.limiter.take(made ? 'general' : asked, key);
}

/**
 * A handler whose successes are limited: each takes a point first; a refusal gives it back, and so
 * does what an earlier call had made.
 */
function underOwnLimit(
  definition: Endpoint,
  handler: Handler<Endpoint>,
  { limiter }: EndpointDeps,
): Handler<Endpoint> {
  const name = definition.limit;
  if (!limitOf(definition).made) return handler;
  return async (request) => {
    if (request.actor.kind !== 'person') return handler(request);
    const { uid } = request.actor;
    const allowed = await limiter.take(name, uid);
    if (!allowed.ok) return allowed;
    let made = false;
    try {
      const outcome = await handler(request);
      made = outcome.ok && !outcome.repeated;
      return outcome;
    } finally {
      if (!made) await limiter.giveBack(name, uid);
    }
  };
}

/** Everything between the wire and the handler: who, how often, what. */
async function admit(definition: Endpoint, request: FastifyRequest, deps: EndpointDeps) {
  const actor = await actorOf(definition, request, deps);
  const allowed = await underLimit(definition, request, actor.ok ? actor.value : visitor, deps);
  if (!allowed.ok) return allowed;
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
  // Files take somebody's room.
  if (actor.kind !== 'person') return err('token_missing');
  return deps.readForm(request, definition.files, actor.uid);
}

async function answer(
  definition: Endpoint,
  handler: Handler<Endpoint>,
  deps: EndpointDeps,
  request: FastifyRequest,
) {
  const admitted = await admit(definition, request, deps);
  if (!admitted.ok) return admitted;
  const form = await readBody(definition, request, admitted.value.actor, deps);
  if (!form.ok) return form;
  await using files = form.value.files;
  const input = parseInput(definition, {
    params: request.params,
    query: request.query,
    body: form.value.body,
    issues: form.value.issues,
  });
  if (!input.ok) return input;
  // Awaited here: the files are gone once this function is left.
  return await handler({
    ...input.value,
    ...admitted.value,
    files,
    userAgent: request.headers['user-agent'] ?? '',
    log: request.log,
  } as HandlerRequest<Endpoint>);
}

function sendDownload(type: string, reply: FastifyReply, file: Download): FastifyReply {
  return (
    reply
      .header('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
      .header('content-disposition', `attachment; filename="${file.filename}"`)
      // A stream wrapped in another would hear only with its next piece that nobody wants it any more.
      .send(file.body instanceof Readable ? file.body : Readable.from(file.body))
  );
}

function send(definition: Endpoint, reply: FastifyReply, value: unknown): FastifyReply {
  reply.code(definition.status).header('cache-control', 'no-store');
  if (definition.produces) return sendDownload(definition.produces, reply, value as Download);
  if (definition.output === null) return reply.send();
  // The schema is the last gate: what it does not name does not leave.
  return reply.send(definition.output.parse(value));
}

/** Registers every endpoint of a group with its handler. */
export function registerEndpoints<G extends EndpointGroup>(
  app: FastifyInstance,
  group: G,
  handlers: Handlers<G>,
  deps: EndpointDeps,
): void {
  for (const [name, definition] of Object.entries(group)) {
    const handler = handlers[name] as Handler<Endpoint> | undefined;
    if (!handler)
      throw new Error(`endpoint ${definition.method} ${definition.path} has no handler`);
    const limited = underOwnLimit(definition, handler, deps);
    app.route({
      method: definition.method,
      url: definition.path,
      // A file is made while it is read: `HEAD` would make all of it, for nobody.
      exposeHeadRoute: definition.produces === undefined,
      config: { endpoint: definition },
      handler: async (request, reply) => {
        const outcome = await answer(definition, limited, deps, request);
        return outcome.ok
          ? send(definition, reply, outcome.value)
          : sendRefusal(request, reply, outcome);
      },
    });
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract behind a route; routes without one are pages, files and probes. */
    endpoint?: Endpoint;
  }
}
