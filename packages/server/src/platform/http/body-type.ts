import type { Endpoint } from '@guilda/contract/endpoint';
import type { FastifyRequest } from 'fastify';

/**
 * Hook that makes a request with an empty body one without a body: some clients send a content type, such as the one of
 * a form, with every POST. Only the headers tell that a body is empty, so that none is read for this.
 */
export function ignoreTypeOfEmptyBody(
  { headers }: FastifyRequest,
  _reply: unknown,
  done: () => void,
): void {
  const isEmpty = headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (isEmpty) delete headers['content-type'];
  done();
}

/**
 * Whether a request has a multipart body although the endpoint reads only JSON: its fields would be lost. An endpoint
 * without a body ignores what it is sent.
 */
export const hasUnreadableForm = (
  { body, files }: Pick<Endpoint, 'body' | 'files'>,
  request: Pick<FastifyRequest, 'mediaType'>,
): boolean =>
  body !== undefined && files === undefined && request.mediaType === 'multipart/form-data';
