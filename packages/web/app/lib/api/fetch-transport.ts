import { ApiError } from '@guilda/contract/api-error';
import type { Transport } from '@guilda/contract/client';
import { updateServerTimeOffset } from '../format/server-time.ts';

/** Error of a request that got no complete response, because the server could not be reached. */
export class NetworkError extends Error {
  constructor() {
    super('Sem conexão com o servidor. Verifique sua internet e tente de novo.');
    this.name = 'NetworkError';
  }
}

async function decodeBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(zip|pdf)/.test(type)) return response.blob();
  const text = await response.text();
  if (text === '') return undefined;
  if (type.startsWith('text/csv')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Replaces the browser's error of a broken connection; a request that the app aborted keeps its own error. */
const throwNetworkError =
  (signal: AbortSignal | undefined) =>
  (error: unknown): never => {
    if (signal?.aborted) throw error;
    throw new NetworkError();
  };

/** A transport over fetch: sends bodies as JSON, forms with files as multipart. */
export const fetchTransport: Transport = async (request) => {
  const { method, url, body, headers, signal, status } = request;
  const isForm = body instanceof FormData;
  const sentAt = Date.now();
  const response = await fetch(url, {
    method,
    headers:
      body === undefined || isForm ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch(throwNetworkError(signal));
  updateServerTimeOffset(response.headers.get('date'), sentAt);
  const decodedBody = await decodeBody(response).catch(throwNetworkError(signal));
  const isSuccess = status === undefined ? response.ok : response.status === status;
  if (!isSuccess)
    throw new ApiError(response.status, (decodedBody ?? {}) as Record<string, unknown>);
  return decodedBody;
};
