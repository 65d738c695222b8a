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
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port || 80), hostname);
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => undefined).on('close', () => ends.delete(end));
    }
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = (at: number) => once(server.listen(at, '127.0.0.1'), 'listening');
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const end of ends) end.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${own}`, cut, mend: () => listen(own), server };
}

/** Lists all files and unfinished uploads of the bucket, each with a function that deletes it. */
async function listFilesAndUploads(client: S3Client, bucket: string) {
  const things: { readonly name: string; remove(): Promise<unknown> }[] = [];
  let next: string | undefined;
  do {
    const list = new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: next });
    const page = await client.send(list);
    for (const { Key = '' } of page.Contents ?? []) {
      const remove = () => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      things.push({ name: Key, remove });
    }
    next = page.NextContinuationToken;
  } while (next !== undefined);
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  for (const { Key = '', UploadId } of Uploads) {
    const upload = { Bucket: bucket, Key, UploadId };
    const remove = () => client.send(new AbortMultipartUploadCommand(upload));
    things.push({ name: `${Key} ${UploadId}`, remove });
  }
  return things;
}

/**
 * The store at `S3_TEST_ENDPOINT` with an empty bucket (`S3_TEST_BUCKET`), which is emptied after each test; null
 * without the variable. A bucket that contains files is refused.
 */
export function outsideStore(env: NodeJS.ProcessEnv): S3Kind | null {
  const endpoint = env['S3_TEST_ENDPOINT'];
  if (endpoint === undefined) return null;
  const bucket = env['S3_TEST_BUCKET'] ?? '';
  const region = env['S3_TEST_REGION'] ?? 'us-east-1';
  const id = env['S3_TEST_ACCESS_KEY_ID'] ?? '';
  const secret = env['S3_TEST_SECRET_ACCESS_KEY'] ?? '';
  const url = new URL(endpoint);
  const plain = url.protocol === 'http:';
  const start = async () => {
    const proxy = plain ? await startProxy(url) : null;
    const credentials = { accessKeyId: id, secretAccessKey: secret };
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    if ((await listFilesAndUploads(client, bucket)).length > 0)
      throw new Error(`${bucket} is not empty`);
    return {
      address: { bucket, region, endpoint: proxy?.url ?? endpoint, keys: { id, secret } },
      contents: async () => (await listFilesAndUploads(client, bucket)).map(({ name }) => name),
      // The external store has its own clock.
      pass: (ms: number) => delay(ms),
      breakStorage: async () => proxy?.cut(),
      repairStorage: async () => void (await proxy?.mend()),
      close: async () => {
        if (proxy?.server.listening) await proxy.cut();
        for (const thing of await listFilesAndUploads(client, bucket)) await thing.remove();
        client.destroy();
      },
    };
  };
  return {
    name: 'outside',
    lacks: plain ? {} : { 'an outage': 'https cannot be cut off' },
    pageSize: 1_000,
    start,
  };
}
