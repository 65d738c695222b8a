import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Meter } from '../../ports/meter.ts';
import { type RequestContext, runInContext, type Telemetry } from '../telemetry/request-context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The program's metrics. */
    readonly meter: Meter;
  }
  interface FastifyContextConfig {
    /** Label that routes of one kind share in metrics, in place of their patterns. */
    family?: string;
  }
  interface FastifyRequest {
    /** The context of the request's log lines and spans. */
    telemetryContext: RequestContext | null;
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method as a metric label: clients can send arbitrary methods. */
const methodOf = ({ method }: FastifyRequest) => (METHODS.has(method) ? method : 'other');

/** The route's pattern as a metric label; all unknown URLs share one. */
const routeOf = ({ routeOptions, is404 }: FastifyRequest) =>
  is404 ? 'unknown' : (routeOptions.config.family ?? routeOptions.url ?? 'unknown');

/** 503 has its own label: it means busy, not broken. */
const statusOf = ({ statusCode }: FastifyReply) =>
  statusCode === 503 ? '503' : `${Math.floor(statusCode / 100)}xx`;

/**
 * Counts, times and traces every request. An incoming `traceparent` is ignored: proxies pass it on, and clients
 * would decide what is traced.
 */
export function instrumentRequests(app: FastifyInstance, { meter, tracer }: Telemetry): void {
  app.decorate('meter', meter);
  app.decorateRequest('telemetryContext', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracer.begin({
      name: `${methodOf(request)} ${routeOf(request)}`,
      kind: 'server',
      attributes: { 'http.request.method': methodOf(request), 'http.route': routeOf(request) },
      parent: null,
    });
    request.telemetryContext = { fields: { reqId: request.id }, span };
    runInContext(request.telemetryContext, done);
  });
  // Bodies are read in events of the connection, which lose the async context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.telemetryContext) runInContext(request.telemetryContext, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const labels = { method: methodOf(request), route: routeOf(request) };
    meter.count('guilda_http_requests_total', { ...labels, status: statusOf(reply) });
    meter.time('guilda_http_request_seconds', labels, reply.elapsedTime / 1000);
    request.telemetryContext?.span.end({
      failed: reply.statusCode >= 500,
      attributes: { 'http.response.status_code': reply.statusCode },
    });
  });
}
