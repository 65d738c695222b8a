import './production-react.ts';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ServerBuild } from 'react-router';
import type { PageWorkerInput, PageWorkerOutput, PageWorkerSetup } from './page-workers.ts';
import { type CallAnswer, type CallApi, type PageSource, renderPage } from './render-page.ts';

// This file runs as a separate thread, so that rendering does not delay the sockets of the main thread.
const workerSetup = workerData as PageWorkerSetup;

const postToMainThread = (
  message: PageWorkerOutput,
  transferredBuffers: readonly ArrayBuffer[] = [],
) => parentPort?.postMessage(message, [...transferredBuffers]);

const waitingCalls = new Map<number, (answer: CallAnswer) => void>();
let lastCallId = 0;

const createApiCaller =
  (pageId: number): CallApi =>
  (request) =>
    new Promise((resolve) => {
      lastCallId += 1;
      waitingCalls.set(lastCallId, resolve);
      postToMainThread({ kind: 'call', pageId, callId: lastCallId, request });
    });

/** Converts an error to a value that can be sent to the main thread. */
const toSendableError = (error: unknown) =>
  error instanceof Error ? error : new Error(String(error));

async function answerPage(pageSource: PageSource, pageId: number, url: string): Promise<void> {
  try {
    const renderedPage = await renderPage(pageSource, new URL(url), createApiCaller(pageId));
    // The buffer is copied, because zlib's buffers may share their memory with other buffers, which a transfer would
    // also move.
    const br = new Uint8Array(renderedPage.br);
    const failures = renderedPage.failures.map(toSendableError);
    postToMainThread({ kind: 'made', pageId, renderedPage: { ...renderedPage, br, failures } }, [
      br.buffer,
    ]);
  } catch (error) {
    postToMainThread({ kind: 'failed', pageId, error: toSendableError(error) });
  }
}

const pagesBuild = (await import(pathToFileURL(workerSetup.serverBuild).href)) as ServerBuild;
const { installation } = workerSetup;
parentPort?.on('message', (message: PageWorkerInput) => {
  if (message.kind === 'make') {
    void answerPage(
      { build: pagesBuild, installation, mode: 'production' },
      message.pageId,
      message.url,
    );
    return;
  }
  waitingCalls.get(message.callId)?.(message.answer);
  waitingCalls.delete(message.callId);
});
postToMainThread({ kind: 'ready' });
