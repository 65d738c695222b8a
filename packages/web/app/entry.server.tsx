import { Writable } from 'node:stream';
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
import { deferScripts } from './lib/loading/deferred-scripts.ts';
import { NonceContext } from './lib/nonce.ts';

/**
 * Router context keys by which the server passes values to loaders. The server imports the keys from this bundle,
 * because a second copy of their module would create keys that the loaders do not know.
 */
export {
  apiContext,
  installationContext,
  nonceContext,
  reportContext,
} from './lib/data/load-context.ts';

/** Maximum time in ms that the rendering of a page waits for streamed data of a loader. */
export const streamTimeout = 5_000;

/**
 * Moves style sheets before scripts in the document's head, so that browsers request the style sheets first; without
 * this, React writes the scripts first.
 */
function StylesBeforeScripts({ entry, children }: { entry: EntryContext; children: ReactNode }) {
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

function renderWholePage({
  request,
  status,
  headers,
  entry,
  nonce,
  report,
}: RenderedPage): Promise<Response> {
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    const chunks: Buffer[] = [];
    const body = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        headers.set('Content-Type', 'text/html; charset=utf-8');
        const html = Buffer.concat(chunks).toString();
        const page = import.meta.env.PROD ? deferScripts(html) : html;
        resolve(new Response(page, { headers, status: responseStatus }));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <StylesBeforeScripts entry={entry}>
          <ServerRouter context={entry} url={request.url} {...(nonce ? { nonce } : {})} />
        </StylesBeforeScripts>
      </NonceContext>,
      {
        ...(nonce ? { nonce } : {}),
        onAllReady: () => pipe(body),
        onShellError: reject,
        onError: (error) => {
          responseStatus = 500;
          report(error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/**
 * Renders the page completely before answering, because the server stores finished pages. Every script element of the
 * app gets the nonce, by which the server recognises it and allows it in the Content-Security-Policy.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext) || undefined;
  const report = context.get(reportContext);
  return renderWholePage({ request, status, headers, entry, nonce, report });
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
