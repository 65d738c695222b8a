import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Meter } from '../../ports/meter.ts';
import { inScene, type Scene, type Watchers } from '../scene.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts what happens. */
    readonly meter: Meter;
  }
  interface FastifyContextConfig {
    /** What a route counts as together with others of its kind, in place of its own pattern. */
    family?: string;
  }
  interface FastifyRequest {
    /** What the request's lines in the log and its spans belong to. */
    scene: Scene | null;
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method, by a name of ours: clients may make up others. */
const methodOf = ({ method }: FastifyRequest) => (METHODS.has(method) ? method : 'other');

/** The pattern that answered; addresses that no route has are one. */
const routeOf = ({ routeOptions, is404 }: FastifyRequest) =>
  is404 ? 'unknown' : (routeOptions.config.family ?? routeOptions.url ?? 'unknown');

/** 503 stands for itself: the program says that it is busy, not that it is broken. */
const statusOf = ({ statusCode }: FastifyReply) =>
  statusCode === 503 ? '503' : `${Math.floor(statusCode / 100)}xx`;

/**
 * Counts, times and traces every request. A `traceparent` that comes with one is not looked at: proxies
 * pass on what clients send, and clients would decide what is traced.
 */
export function watchRequests(app: FastifyInstance, { meter, tracer }: Watchers): void {
  app.decorate('meter', meter);
  app.decorateRequest('scene', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracer.begin({
      name: `${methodOf(request)} ${routeOf(request)}`,
      kind: 'server',
      facts: { 'http.request.method': methodOf(request), 'http.route': routeOf(request) },
      parent: null,
    });
    request.scene = { facts: { reqId: request.id }, span };
    inScene(request.scene, done);
  });
  // Bodies are read by events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.scene) inScene(request.scene, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const labels = { method: methodOf(request), route: routeOf(request) };
    meter.count('guilda_http_requests_total', { ...labels, status: statusOf(reply) });
    meter.time('guilda_http_request_seconds', labels, reply.elapsedTime / 1000);
    request.scene?.span.end({
      failed: reply.statusCode >= 500,
      facts: { 'http.response.status_code': reply.statusCode },
    });
  });
}
