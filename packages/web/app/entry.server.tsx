import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { nonceContext, reportContext } from './lib/data/load-context.ts';
import { NonceContext } from './lib/nonce.ts';

/**
 * Router context keys by which the server passes values to loaders. Exported from the server bundle, because keys of a
 * second copy of this module would differ.
 */
export {
  apiContext,
  installationContext,
  nonceContext,
  reportContext,
} from './lib/data/load-context.ts';

/** Maximum time that the rendering of a page waits for data which a loader streams, in ms. */
export const streamTimeout = 5_000;

/** Lets browsers ask for the style sheets before the scripts, which React would otherwise name first. */
function StylesFirst({ entry, children }: { entry: EntryContext; children: ReactNode }) {
  for (const href of entry.manifest.routes['root']?.css ?? []) preload(href, { as: 'style' });
  return children;
}

interface RenderedPage {
  request: Request;
  status: number;
  headers: Headers;
  entry: EntryContext;
  nonce: string | undefined;
  report: (error: unknown) => void;
}

function streamPage({
  request,
  status,
  headers,
  entry,
  nonce,
  report,
}: RenderedPage): Promise<Response> {
  return new Promise((resolve, reject) => {
    let code = status;
    // Crawlers and link previews get the page only after it was rendered completely.
    const whole = isbot(request.headers.get('user-agent')) || entry.isSpaMode;
    const answer = () => {
      const body = new PassThrough({
        final(done) {
          clearTimeout(timer);
          done();
        },
      });
      headers.set('Content-Type', 'text/html; charset=utf-8');
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <StylesFirst entry={entry}>
          <ServerRouter context={entry} url={request.url} {...(nonce ? { nonce } : {})} />
        </StylesFirst>
      </NonceContext>,
      {
        ...(nonce ? { nonce } : {}),
        [whole ? 'onAllReady' : 'onShellReady']: answer,
        onShellError: reject,
        onError: (error) => {
          code = 500;
          report(error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Renders a page as a stream. Every script element gets the nonce of the response's Content-Security-Policy. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const nonce = context.get(nonceContext) || undefined;
  return streamPage({ request, status, headers, entry, nonce, report: context.get(reportContext) });
}

interface RequestErrorContext {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Whether a route answered with a client error such as 404, which is not a failure of the server. */
const isRefusal = (error: unknown) => isRouteErrorResponse(error) && error.status < 500;

/** Reports errors of loaders, except aborted requests and answers such as 404. */
export function handleError(error: unknown, { request, context }: RequestErrorContext): void {
  if (request.signal.aborted || isRefusal(error)) return;
  context.get(reportContext)(error);
}
