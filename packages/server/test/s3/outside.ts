import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Kind } from './bucket.ts';

/** Starts a proxy to the store, whose connections can be cut. */
async function startProxy({ hostname, port }: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((clientSide) => {
    const storeSide = connect(Number(port || 80), hostname);
    for (const socket of [clientSide, storeSide]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    clientSide.pipe(storeSide).pipe(clientSide);
    clientSide.on('close', () => storeSide.destroy());
    storeSide.on('close', () => clientSide.destroy());
  });
  const listen = (listenPort: number) => once(server.listen(listenPort, '127.0.0.1'), 'listening');
  await listen(0);
  const proxyPort = (server.address() as AddressInfo).port;
  const cut = async () => {
    const closePromise = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closePromise;
  };
  return { url: `http://127.0.0.1:${proxyPort}`, cut, mend: () => listen(proxyPort), server };
}

/** Lists all files and unfinished uploads of the bucket, each with a function that deletes it. */
async function listFilesAndUploads(client: S3Client, bucket: string) {
  const filesAndUploads: { readonly name: string; remove(): Promise<unknown> }[] = [];
  let continuationToken: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket,
      ContinuationToken: continuationToken,
    });
    const page = await client.send(command);
    for (const { Key = '' } of page.Contents ?? []) {
      const remove = () => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      filesAndUploads.push({ name: Key, remove });
    }
    continuationToken = page.NextContinuationToken;
  } while (continuationToken !== undefined);
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  for (const { Key = '', UploadId } of Uploads) {
    const upload = { Bucket: bucket, Key, UploadId };
    const remove = () => client.send(new AbortMultipartUploadCommand(upload));
    filesAndUploads.push({ name: `${Key} ${UploadId}`, remove });
  }
  return filesAndUploads;
}

/**
 * The store at `S3_TEST_ENDPOINT` with the bucket `S3_TEST_BUCKET`; null without the endpoint. `start` refuses a bucket
 * that contains files, and `close` empties the bucket.
 */
export function outsideStore(env: NodeJS.ProcessEnv): S3Kind | null {
  const endpoint = env['S3_TEST_ENDPOINT'];
  if (endpoint === undefined) return null;
  const bucket = env['S3_TEST_BUCKET'] ?? '';
  const region = env['S3_TEST_REGION'] ?? 'us-east-1';
  const id = env['S3_TEST_ACCESS_KEY_ID'] ?? '';
  const secret = env['S3_TEST_SECRET_ACCESS_KEY'] ?? '';
  const url = new URL(endpoint);
  const isPlainHttp = url.protocol === 'http:';
  const start = async () => {
    const proxy = isPlainHttp ? await startProxy(url) : null;
    const credentials = { accessKeyId: id, secretAccessKey: secret };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    if ((await listFilesAndUploads(client, bucket)).length > 0)
      throw new Error(`${bucket} is not empty`);
    return {
      address: { bucket, region, endpoint: proxy?.url ?? endpoint, keys: { id, secret } },
      contents: async () => (await listFilesAndUploads(client, bucket)).map(({ name }) => name),
      // The external store has its own clock, so the test has to wait for real.
      advanceTime: (ms: number) => delay(ms),
      breakStorage: async () => proxy?.cut(),
      repairStorage: async () => void (await proxy?.mend()),
      close: async () => {
        if (proxy?.server.listening) await proxy.cut();
        for (const item of await listFilesAndUploads(client, bucket)) await item.remove();
        client.destroy();
      },
    };
  };
  return {
    name: 'outside',
    lacks: isPlainHttp ? {} : { 'an outage': 'https cannot be cut off' },
    pageSize: 1_000,
    start,
  };
}
