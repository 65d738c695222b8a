import './production-react.ts';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ServerBuild } from 'react-router';
import { type CallAnswer, type CallApi, makePage, type PageSource } from './make-page.ts';
import type { WorkerInput, WorkerOutput, WorkerSetup } from './page-workers.ts';

// This file runs as a thread of its own, so that rendering does not delay the sockets of the main thread.
const setup = workerData as WorkerSetup;

const post = (message: WorkerOutput, transfer: readonly ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, [...transfer]);

const calls = new Map<number, (answer: CallAnswer) => void>();
let lastCall = 0;

const callFor =
  (page: number): CallApi =>
  (request) =>
    new Promise((resolve) => {
      lastCall += 1;
      calls.set(lastCall, resolve);
      post({ kind: 'call', page, call: lastCall, request });
    });

/** An error as it can be sent to the main thread. */
const sendable = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

async function answerPage(source: PageSource, page: number, url: string): Promise<void> {
  try {
    const made = await makePage(source, new URL(url), callFor(page));
    // A copy of its own: buffers of zlib may share their memory with others, which a transfer would take along.
    const br = new Uint8Array(made.br);
    const failures = made.failures.map(sendable);
    post({ kind: 'made', page, made: { ...made, br, failures } }, [br.buffer]);
  } catch (error) {
    post({ kind: 'failed', page, error: sendable(error) });
  }
}

const build = (await import(pathToFileURL(setup.serverBuild).href)) as ServerBuild;
const { installation } = setup;
parentPort?.on('message', (message: WorkerInput) => {
  if (message.kind === 'make') {
    void answerPage({ build, installation, mode: 'production' }, message.page, message.url);
    return;
  }
  calls.get(message.call)?.(message.answer);
  calls.delete(message.call);
});
post({ kind: 'ready' });
