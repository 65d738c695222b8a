import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchTransport, NetworkError } from './fetch-transport.ts';

/** Answers requests with a body that breaks off with `error`. */
function answerWithBrokenBody(error: Error, contentType = 'application/json') {
  const body = new ReadableStream({ start: (controller) => controller.error(error) });
  const response = new Response(body, { headers: { 'content-type': contentType } });
  vi.stubGlobal('fetch', async () => response);
}

const request = { method: 'GET', url: '/api/users/me', headers: {} } as const;

afterEach(() => vi.unstubAllGlobals());

describe('fetchTransport', () => {
  it.each(['application/json', 'application/pdf'])(
    'reports a connection that breaks during a body of %s as a network error',
    async (contentType) => {
      answerWithBrokenBody(new TypeError('network error'), contentType);
      await expect(fetchTransport(request)).rejects.toThrow(NetworkError);
    },
  );

  it('keeps the error of a request that is aborted during its body', async () => {
    const abortError = new DOMException('aborted', 'AbortError');
    answerWithBrokenBody(abortError);
    const signal = AbortSignal.abort(abortError);
    await expect(fetchTransport({ ...request, signal })).rejects.toBe(abortError);
  });
});
