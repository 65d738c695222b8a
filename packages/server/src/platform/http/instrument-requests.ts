import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Meter } from '../../ports/meter.ts';
import type { Span } from '../../ports/tracer.ts';
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
    /** The request as metrics and traces see it. */
    observed: ObservedRequest | null;
  }
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The HTTP method as a metric label; `other` for unknown ones, because clients can send any method. */
const methodOf = ({ method }: FastifyRequest) => (KNOWN_METHODS.has(method) ? method : 'other');

/** The route's pattern as a metric label; all unknown URLs share the label `unknown`. */
const routeOf = ({ routeOptions, is404 }: FastifyRequest) =>
  is404 ? 'unknown' : (routeOptions.config.family ?? routeOptions.url ?? 'unknown');

/** The status class as a metric label, such as `2xx`; 503 has its own label because it means busy, not broken. */
const statusLabelOf = (status: number) =>
  status === 503 ? '503' : `${Math.floor(status / 100)}xx`;

/** A request that is being answered, as metrics and traces see it. */
interface ObservedRequest {
  readonly span: Span;
  /** Counts the answer, with its duration in seconds. */
  end(status: number, seconds: number): void;
}

/** Starts the span and the timer of a request; `method` and `route` are the values of its metric labels. */
export function observeRequest(
  { meter, tracer }: Telemetry,
  method: string,
  route: string,
): ObservedRequest {
  const span = tracer.begin({
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
    parent: null,
  });
  return {
    span,
    end: (status, seconds) => {
      meter.count('guilda_http_requests_total', { method, route, status: statusLabelOf(status) });
      meter.time('guilda_http_request_seconds', { method, route }, seconds);
      span.end({ failed: status >= 500, attributes: { 'http.response.status_code': status } });
    },
  };
}

/**
 * Counts, times and traces every request. An incoming `traceparent` header is ignored: proxies pass it on, so clients
 * could decide which requests are traced.
 */
export function instrumentRequests(app: FastifyInstance, telemetry: Telemetry): void {
  app.decorate('meter', telemetry.meter);
  app.decorateRequest('telemetryContext', null);
  app.decorateRequest('observed', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.observed = observeRequest(telemetry, methodOf(request), routeOf(request));
    request.telemetryContext = { fields: { reqId: request.id }, span: request.observed.span };
    runInContext(request.telemetryContext, done);
  });
  // Restores the async context, which is lost while the request body is read in events of the connection. The body of a
  // `GET` request is not read.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.telemetryContext && request.method !== 'GET')
      runInContext(request.telemetryContext, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    request.observed?.end(reply.statusCode, reply.elapsedTime / 1000);
  });
}
