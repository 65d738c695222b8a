import { type ErrorCode, errors } from '@guilda/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { type Err, err } from '../result.ts';

/** Converts a refusal into an HTTP answer; no other function does: docs/product/errors.md. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Err,
): FastifyReply {
  const { status, text } = errors[refusal.code];
  const detail = refusal.detail ?? {};
  const message = detail.message ?? detail.issues?.[0]?.message ?? text;
  const retryAfterMs = detail.retryAfterMs ?? (status === 503 ? 2_000 : undefined);
  if (retryAfterMs !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({
      error: message,
      message,
      code: refusal.code,
      requestId: request.id,
      ...(detail.issues ? { issues: detail.issues } : {}),
      ...detail.extra,
    });
}

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'content_type',
};

/**
 * The error code for a thrown error. Its cause is a dependency that is down, a request that the framework refuses, or a
 * bug.
 */
export function codeOfThrown(error: unknown): ErrorCode {
  if (error instanceof StorageUnavailableError) return 'storage_unavailable';
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code !== undefined && frameworkCodes[code]) return frameworkCodes[code];
  // A 4xx status is checked first: an aborted request body fails with the same codes as a lost database connection.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'malformed_request';
  if (statusCode === 503 || isDatabaseUnavailable(error)) return 'unavailable';
  return 'internal';
}

/** Error handler of Fastify: logs bugs as errors and answers with the code's text. */
export function handleThrown(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const code = codeOfThrown(error);
  if (code === 'internal') request.log.error({ err: error }, 'unexpected failure');
  else if (errors[code].status >= 500) request.log.warn({ err: error }, 'dependency unavailable');
  return sendRefusal(request, reply, err(code));
}
