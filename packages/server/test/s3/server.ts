import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoopbackCertificate } from '../fixtures/server/loopback-certificate.ts';
import { openObjects } from './objects.ts';
import { operationsOf, type S3Call, S3Refusal } from './operations.ts';
import { type S3Credentials, signatureRefusal } from './signature.ts';

/** Called before the store handles a call; a hook that returns true has answered the call. */
export type S3Fault = (call: S3Call) => boolean | undefined;

const BUCKET_NAME = 'guilda-test';
const testCredentials: S3Credentials = { id: 'AKIDTESTE', secret: 'segredo+de/teste' };

/** S3 names of operations on the bucket and on a file, by method and query. */
const bucketOperations: Readonly<Record<string, string>> = {
  HEAD: 'HeadBucket',
  'GET list-type': 'ListObjectsV2',
  'POST delete': 'DeleteObjects',
};
const objectOperations: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
  'POST uploads': 'CreateMultipartUpload',
  'PUT uploadId': 'UploadPart',
  'POST uploadId': 'CompleteMultipartUpload',
  'DELETE uploadId': 'AbortMultipartUpload',
};

function callOf(request: IncomingMessage, response: ServerResponse, url: URL): S3Call {
  const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
  if (bucket !== BUCKET_NAME) throw new S3Refusal(404, 'NoSuchBucket');
  const key = rest.join('/');
  const specialParameter = ['list-type', 'delete', 'uploads', 'uploadId'].find((name) =>
    url.searchParams.has(name),
  );
  const name = specialParameter ? `${request.method} ${specialParameter}` : (request.method ?? '');
  const operation = (key === '' ? bucketOperations : objectOperations)[name] ?? name;
  return { operation, key, query: url.searchParams, request, response };
}

function refuseRequest(response: ServerResponse, { status, code }: S3Refusal): void {
  if (response.headersSent) return void response.destroy();
  response.removeHeader('content-length');
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}

const listenOn = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

interface S3Options {
  readonly pageSize?: number;
  /** Certificate with which the store speaks https at `localhost`; without it the store speaks http. */
  readonly certificate?: LoopbackCertificate;
}

/** A small S3 store with one bucket, which checks signatures and can be made to fail. */
export async function startS3({ pageSize, certificate }: S3Options = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'guilda-s3-'));
  const store = await openObjects(directory);
  const operations = operationsOf(store, pageSize);
  const state: { fault: S3Fault | null; aheadMs: number } = { fault: null, aheadMs: 0 };
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const url = new URL(request.url ?? '/', 'http://s3');
      const refusal = signatureRefusal(request, url, testCredentials, Date.now() + state.aheadMs);
      if (refusal) throw new S3Refusal(403, refusal);
      const call = callOf(request, response, url);
      calls.push(call.operation);
      if (state.fault?.(call)) return;
      const operation = operations[call.operation];
      if (!operation) throw new S3Refusal(501, 'NotImplemented');
      await operation(call);
    } catch (error) {
      refuseRequest(
        response,
        error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError'),
      );
    }
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response);
  const server = certificate ? createHttpsServer(certificate, listener) : createServer(listener);
  const port = await listenOn(server, 0);
  const url = certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  const stop = async () => {
    const closePromise = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closePromise;
  };
  return {
    url,
    bucket: BUCKET_NAME,
    keys: testCredentials,
    /** Settings of a program that stores its files here. */
    env: {
      S3_BUCKET: BUCKET_NAME,
      S3_ENDPOINT: url,
      S3_ACCESS_KEY_ID: testCredentials.id,
      S3_SECRET_ACCESS_KEY: testCredentials.secret,
    },
    /** S3 names of all received calls. */
    calls,
    state,
    /** Keys of all files. */
    stored: () => [...store.objects.keys()],
    /** Contents of every file and of unfinished uploads, by name. */
    contents: async () => [...(await readdir(directory)), ...store.uploads.keys()],
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    stop,
    start: () => listenOn(server, port),
    close: async () => {
      if (server.listening) await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type S3 = Awaited<ReturnType<typeof startS3>>;
