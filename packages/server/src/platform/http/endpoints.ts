import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type {
  Download,
  Endpoint,
  EndpointGroup,
  HandlerOutput,
  ParsedInput,
} from '@guilda/contract/endpoint';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, ClientOrigin, Person, RecordAccess } from '../actor.ts';
import { err, type Result } from '../result.ts';
import { type AuthorizationDeps, authorizeAgain, authorizeRequest } from './authorize-request.ts';
import { hasUnreadableForm, ignoreTypeOfEmptyBody } from './body-type.ts';
import {
  type DeclaredFiles,
  type FormReader,
  type MultipartForm,
  noFiles,
  type UploadedFiles,
} from './form.ts';
import { confirmationOf, parseInput } from './input.ts';
import type { LateReads } from './late-reads.ts';
import { limitSuccesses } from './limit-successes.ts';
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

export interface EndpointDeps extends AuthorizationDeps {
  readonly readForm: FormReader;
  /** Port from which a request came; null when it is not known. */
  readonly clientPort: (request: IncomingMessage) => number | null;
  readonly recordAccess: RecordAccess;
  readonly lateReads: LateReads;
}

interface AuthorizedRequest {
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly idempotencyKey: string;
  readonly client: ClientOrigin;
}

/** Parses a request and runs the handler of its endpoint. */
async function runHandler(
  definition: Endpoint,
  handler: Handler<Endpoint>,
  deps: EndpointDeps,
  { request, actor, idempotencyKey, client }: AuthorizedRequest,
  { body, files, issues }: MultipartForm,
) {
  const { params, query, log } = request;
  const input = parseInput(definition, { params, query, body, issues });
  if (!input.ok) return input;
  const handlerRequest = {
    ...input.value,
    actor,
    idempotencyKey,
    files,
    confirmation: confirmationOf(request, definition),
    userAgent: request.headers['user-agent'] ?? '',
    client,
    log,
  } as HandlerRequest<Endpoint>;
  return readWhereAllowed(definition, actor, deps, () => handler(handlerRequest));
}

/**
 * Handles a request that may contain files, which are removed when it is done. The upload may take longer than an access
 * token is valid, so the person is authorized again after it, and `handle` gets the account as it is then.
 */
async function handleForm(
  definition: Endpoint,
  declaredFiles: DeclaredFiles,
  deps: EndpointDeps,
  { request, actor }: AuthorizedRequest,
  handle: (form: MultipartForm, actor: Actor) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  // Uploaded files count towards the storage quota of a person, so visitors cannot upload.
  if (actor.kind !== 'person') return err('token_missing');
  const form = await deps.readForm(request, declaredFiles, actor.uid);
  if (!form.ok) return form;
  await using files = form.value.files;
  const sender = await authorizeAgain(definition, actor, deps);
  if (!sender.ok) return sender;
  return await handle({ ...form.value, files }, sender.value);
}

async function handleRequest(
  definition: Endpoint,
  handler: Handler<Endpoint>,
  deps: EndpointDeps,
  request: FastifyRequest,
): Promise<Result<unknown>> {
  const authorization = await authorizeRequest(definition, request, deps);
  if (!authorization.ok) return authorization;
  if (hasUnreadableForm(definition, request)) return err('content_type');
  const { actor } = authorization.value;
  const client = { address: request.ip, port: deps.clientPort(request.raw) };
  // The access is recorded before the handler runs, because a request that the handler refuses is an access as well.
  if (actor.kind === 'person' && definition.method !== 'GET')
    deps.recordAccess({ uid: actor.uid, kind: 'write', client });
  const authorizedRequest = { request, ...authorization.value, client };
  const handle = (form: MultipartForm, currentActor: Actor) =>
    runHandler(definition, handler, deps, { ...authorizedRequest, actor: currentActor }, form);
  return definition.files
    ? handleForm(definition, definition.files, deps, authorizedRequest, handle)
    : handle({ body: request.body, files: noFiles, issues: [] }, actor);
}

/** Runs the handler of a write, and informs all nodes, so that the later reads of this person go to the primary. */
async function announceWrite<T>(
  uid: string,
  { lateReads }: EndpointDeps,
  work: () => Promise<T>,
): Promise<T> {
  // The first announcement is made before the write, so that other nodes know of it before the client gets the answer.
  lateReads.recordWrite(uid);
  try {
    return await work();
  } finally {
    lateReads.recordWrite(uid);
  }
}

/** Runs a handler. If the endpoint allows late reads, its reads may go to a replica, whose data may be seconds old. */
function readWhereAllowed<T>(
  { method, mayBeLate }: Endpoint,
  actor: Actor,
  deps: EndpointDeps,
  work: () => Promise<T>,
): Promise<T> {
  if (mayBeLate) return deps.lateReads.run(actor, work);
  return actor.kind === 'visitor' || method === 'GET'
    ? work()
    : announceWrite(actor.uid, deps, work);
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
    const limitedHandler = limitSuccesses(definition, handler, deps.limiter);
    app.route({
      method: definition.method,
      url: definition.path,
      // No `HEAD` for downloads: they are generated while they are sent, so `HEAD` would generate a whole download for
      // nothing.
      exposeHeadRoute: definition.produces === undefined,
      config: { endpoint: definition },
      ...(definition.files ? {} : { onRequest: ignoreTypeOfEmptyBody }),
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
