import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Meter } from '../../ports/meter.ts';
import { type RequestContext, runInContext, type Telemetry } from '../telemetry/request-context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The program's metrics. */
    readonly meter: Meter;
  }
  interface FastifyContextConfig {
    /** Metric label that related routes share instead of their own patterns. */
    family?: string;
  }
  interface FastifyRequest {
    /** Request context for the log lines and spans of the request. */
    telemetryContext: RequestContext | null;
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The HTTP method as a metric label; `other` for unknown ones, because clients can send any method. */
const methodOf = ({ method }: FastifyRequest) => (METHODS.has(method) ? method : 'other');

/** The route's pattern as a metric label; all unknown URLs share the label `unknown`. */
const routeOf = ({ routeOptions, is404 }: FastifyRequest) =>
  is404 ? 'unknown' : (routeOptions.config.family ?? routeOptions.url ?? 'unknown');

/** The status class as a metric label, such as `2xx`; 503 has its own label because it means busy, not broken. */
const statusOf = ({ statusCode }: FastifyReply) =>
  statusCode === 503 ? '503' : `${Math.floor(statusCode / 100)}xx`;

/**
 * Counts, times and traces every request. An incoming `traceparent` header is ignored: proxies pass it on, so clients
 * could decide which requests are traced.
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
  // Request bodies are read in events of the connection, which lose the async context.
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
