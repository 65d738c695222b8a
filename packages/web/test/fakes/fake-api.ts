import { vi } from 'vitest';
import { responseTo } from './api-handlers.ts';
import { FakeXhr } from './fake-xhr.ts';

async function fakeFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(url, window.location.href);
  const { body, signal } = init;
  const answer = await responseTo({
    method: init.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: new Headers(init.headers),
    body: typeof body === 'string' ? JSON.parse(body) : body,
  });
  signal?.throwIfAborted();
  if (answer.body instanceof Blob)
    return new Response(await answer.body.arrayBuffer(), {
      status: answer.status,
      headers: { 'content-type': answer.body.type },
    });
  const text = answer.body === undefined ? null : JSON.stringify(answer.body);
  return new Response(text, { status: answer.status });
}

/** Replaces `fetch` and `XMLHttpRequest` by the fake API. */
export function installApi(): void {
  vi.stubGlobal('fetch', fakeFetch);
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
}
