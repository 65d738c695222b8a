import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { type S3, type S3Fault, startS3 } from '../../../test/s3/server.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import { openS3FileStore, type S3FileStoreOptions } from './s3-file-store.ts';

const MiB = 1024 * 1024;
const mp4Options = { contentType: 'video/mp4' };
const shortTimeouts = { connect: 500, attempt: 500, ping: 300, body: 150 };

let bucketServer: S3;
let fileStore: FileStore;
const openTestStore = (
  extraOptions: Partial<S3FileStoreOptions> = {},
  timers: Timers = systemTimers,
): Promise<FileStore> =>
  openS3FileStore({
    bucket: bucketServer.bucket,
    region: 'us-east-1',
    endpoint: bucketServer.url,
    keys: bucketServer.keys,
    directReads: false,
    ...extraOptions,
    timers,
  });
beforeEach(async () => {
  bucketServer = await startS3({ pageSize: 3 });
  fileStore = await openTestStore();
});
afterEach(() => bucketServer.close());

const streamOf = (...chunks: (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const readFile = async (key: string) => {
  const file = await fileStore.get(key);
  return file && (await buffer(file.stream)).toString();
};
const callCount = (operation: string) =>
  bucketServer.calls.filter((call) => call === operation).length;

/** Creates a fault that answers calls of this operation with an S3 error, at most `limit` times. */
const refusingFault =
  (operation: string, status: number, code: string, limit = Number.POSITIVE_INFINITY): S3Fault =>
  (call) => {
    if (call.operation !== operation || callCount(operation) > limit) return false;
    call.request.resume();
    const body = call.request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`;
    call.response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    return true;
  };
/** Creates a fault that leaves calls of this operation without an answer. */
const withoutAnswer =
  (operation: string): S3Fault =>
  (call) =>
    call.operation === operation;

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StorageUnavailableError);
  return error as StorageUnavailableError;
};

describe('a store that refuses', () => {
  it('gets a request again when it is busy or broken, at most three times', async () => {
    bucketServer.state.fault = refusingFault('PutObject', 503, 'SlowDown', 1);
    await fileStore.put('a.mp4', streamOf('x'), mp4Options);
    expect(callCount('PutObject')).toBe(2);
    expect(await readFile('a.mp4')).toBe('x');
    bucketServer.state.fault = refusingFault('PutObject', 500, 'InternalError');
    await failureOf(fileStore.put('a.mp4', streamOf('y'), mp4Options));
    expect(callCount('PutObject')).toBe(5);
    expect(await readFile('a.mp4')).toBe('x');
  });

  it('is not retried after an access refusal, and no secret is disclosed', async () => {
    bucketServer.state.fault = refusingFault('GetObject', 403, 'AccessDenied');
    const error = await failureOf(fileStore.get('a.mp4'));
    expect(callCount('GetObject')).toBe(1);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/AKID|segredo|Signature=/);
    expect(inspect(error.cause)).toContain('AccessDenied 403');
  });

  it.each([
    [403, 'AccessDenied'],
    [400, 'XMinioAdminBucketQuotaExceeded'],
    [507, 'XMinioStorageFull'],
  ])(
    'refuses new files for half a minute once it answered a file with %i %s',
    async (status, code) => {
      const timers = fakeTimers();
      const storeWithFakeClock = await openTestStore(
        {},
        { now: timers.now, after: systemTimers.after },
      );
      await storeWithFakeClock.put('a.mp4', streamOf('x'), mp4Options);
      await storeWithFakeClock.checkSpace();
      bucketServer.state.fault = refusingFault('PutObject', status, code);
      await failureOf(storeWithFakeClock.put('a.mp4', streamOf('y'), mp4Options));
      await failureOf(storeWithFakeClock.checkSpace());
      expect(await readFile('a.mp4')).toBe('x');
      timers.advance(30_000);
      await storeWithFakeClock.checkSpace();
    },
  );

  it('accepts new files while it is only busy', async () => {
    bucketServer.state.fault = refusingFault('PutObject', 503, 'SlowDown');
    await failureOf(fileStore.put('a.mp4', streamOf('y'), mp4Options));
    await fileStore.checkSpace();
  });

  it('cannot be opened with a wrong secret', async () => {
    await failureOf(openTestStore({ keys: { ...bucketServer.keys, secret: 'outro' } }));
  });

  it('is unavailable, and reports no file as missing, when the bucket is missing', async () => {
    expect(await fileStore.stat('a.mp4')).toBeNull();
    bucketServer.state.fault = (call) => refusingFault(call.operation, 404, 'NoSuchBucket')(call);
    await failureOf(fileStore.get('a.mp4'));
    await failureOf(fileStore.stat('a.mp4'));
    await failureOf(fileStore.delete('a.mp4'));
    await failureOf(fileStore.deletePrefix('a/'));
  });

  it('fails the whole deletion of many files when it could not delete one of them', async () => {
    bucketServer.state.fault = ({ operation, response }) => {
      if (operation !== 'DeleteObjects') return false;
      const error = '<Error><Key>a.mp4</Key><Code>InternalError</Code></Error>';
      response.end(`<DeleteResult>${error}</DeleteResult>`);
      return true;
    };
    const { cause } = await failureOf(fileStore.deleteMany(['a.mp4', 'b.mp4']));
    expect(inspect(cause)).toContain('not deleted: InternalError');
  });

  it('deletes many files in batches that it can handle in time', async () => {
    const keys = Array.from({ length: 250 }, (_, n) => `m/${n}.mp4`);
    await fileStore.deleteMany(keys);
    expect(callCount('DeleteObjects')).toBe(3);
  });
});

describe('a store that does not answer', () => {
  it('fails every operation after its timeout', async () => {
    const timers = fakeTimers();
    fileStore = await openTestStore({}, timers);
    const callsBefore = bucketServer.calls.length;
    bucketServer.state.fault = () => true;
    const failurePromises = [
      failureOf(fileStore.get('a.mp4')),
      failureOf(fileStore.stat('a.mp4')),
      failureOf(fileStore.put('a.mp4', streamOf('y'), mp4Options)),
      failureOf(fileStore.delete('a.mp4')),
      failureOf(fileStore.deletePrefix('a/')),
      failureOf(fileStore.ping()),
    ];
    await expect.poll(() => bucketServer.calls.length).toBe(callsBefore + failurePromises.length);
    timers.advance(12_501);
    const [error] = await Promise.all(failurePromises);
    expect(inspect(error?.cause)).toContain('does not answer');
  });

  it('gets the request again from the SDK after a timeout', async () => {
    const impatientStore = await openTestStore({ timeouts: { ...shortTimeouts, attempt: 1_000 } });
    bucketServer.state.fault = ({ operation }) =>
      operation === 'HeadObject' && callCount('HeadObject') === 1;
    expect(await impatientStore.stat('a.mp4')).toBeNull();
    expect(callCount('HeadObject')).toBe(2);
  });

  it('fails the reading of a file when it stops in the middle', async () => {
    const impatientStore = await openTestStore({ timeouts: shortTimeouts });
    bucketServer.state.fault = ({ operation, response }) => {
      if (operation !== 'GetObject') return false;
      response.writeHead(200, { 'content-length': 100 }).write('x');
      return true;
    };
    const file = await impatientStore.get('a.mp4');
    await failureOf(buffer(file?.stream ?? streamOf()));
  });

  it('fails an upload when it stops answering while the file is still being sent', async () => {
    const impatientStore = await openTestStore({ timeouts: shortTimeouts });
    bucketServer.state.fault = withoutAnswer('UploadPart');
    const slowBody = new Readable({ read: () => undefined });
    slowBody.push(Buffer.alloc(6 * MiB));
    // The timeout allows for the time that a slow connection needs to send the bytes, so the upload does not fail yet.
    const upload = impatientStore.put('a.mp4', slowBody, mp4Options);
    await expect.poll(() => callCount('UploadPart'), { timeout: 5_000 }).toBe(1);
    bucketServer.state.fault = null;
    await bucketServer.stop();
    await failureOf(upload);
    await bucketServer.start();
  });
});

describe('a file that is read', () => {
  const createLargeBody = () => Buffer.alloc(4 * MiB, 'x');

  it('fails when the store ends the connection too early', async () => {
    bucketServer.state.fault = ({ operation, response }) => {
      if (operation !== 'GetObject') return false;
      response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());
      return true;
    };
    const file = await fileStore.get('a.mp4');
    await failureOf(buffer(file?.stream ?? streamOf()));
  });

  it('may be read slowly', async () => {
    const timers = fakeTimers();
    fileStore = await openTestStore({}, timers);
    await fileStore.put('a.mp4', streamOf(createLargeBody()), mp4Options);
    const file = await fileStore.get('a.mp4');
    const stream = file?.stream ?? streamOf();
    stream.read(0);
    await once(stream, 'readable');
    await expect.poll(() => stream.readableLength).toBeGreaterThanOrEqual(64 * 1024);
    timers.advance(3_600_000);
    expect((await buffer(stream)).byteLength).toBe(4 * MiB);
  });

  it('frees its connection when it is destroyed', async () => {
    await fileStore.put('a.mp4', streamOf(createLargeBody()), mp4Options);
    const responses: ServerResponse[] = [];
    bucketServer.state.fault = ({ response }) => {
      responses.push(response);
      return false;
    };
    const file = await fileStore.get('a.mp4');
    await once(file?.stream ?? streamOf(), 'readable');
    const connectionsBefore = await bucketServer.connections();
    file?.stream.destroy();
    await expect.poll(() => bucketServer.connections()).toBe(connectionsBefore - 1);
    expect(responses[0]?.writableFinished).toBe(false);
  });

  it('leaves connections for other requests, however many files are read at a time', async () => {
    bucketServer.state.fault = ({ operation, response }) => {
      if (operation !== 'GetObject') return false;
      response.writeHead(200, { 'content-length': 100 }).write('x');
      return true;
    };
    const files = await Promise.all(Array.from({ length: 70 }, () => fileStore.get('a.mp4')));
    await fileStore.ping();
    await fileStore.put('b.mp4', streamOf('x'), mp4Options);
    for (const file of files) file?.stream.destroy();
  });
});

describe('a file in parts', () => {
  const generateParts = (count: number) =>
    function* () {
      for (let n = 0; n < count; n += 1) yield Buffer.alloc(MiB, n);
    };
  const createBody = (count: number) => Readable.from(generateParts(count)());
  const expectNoParts = async () => expect(await bucketServer.contents()).toHaveLength(1);
  beforeEach(() => fileStore.put('a.mp4', streamOf('antes'), mp4Options));

  it.each(['CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'])(
    'keeps its earlier content when %s fails, and no part is left',
    async (operation) => {
      bucketServer.state.fault = refusingFault(operation, 403, 'AccessDenied');
      await failureOf(fileStore.put('a.mp4', createBody(11), mp4Options));
      bucketServer.state.fault = null;
      expect(await readFile('a.mp4')).toBe('antes');
      await expectNoParts();
    },
  );

  it('keeps its earlier content when the store reports late that it could not join the parts', async () => {
    bucketServer.state.fault = ({ operation, request, response }) => {
      if (operation !== 'CompleteMultipartUpload') return false;
      request.resume();
      response.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>');
      return true;
    };
    await failureOf(fileStore.put('a.mp4', createBody(6), mp4Options));
    expect(await readFile('a.mp4')).toBe('antes');
    await expectNoParts();
  });

  it('reports its failure also when the abort fails', async () => {
    const fault = refusingFault('UploadPart', 403, 'AccessDenied');
    const abortFault = refusingFault('AbortMultipartUpload', 403, 'Forbidden');
    bucketServer.state.fault = (call) => fault(call) || abortFault(call);
    const { cause } = await failureOf(fileStore.put('a.mp4', createBody(11), mp4Options));
    expect(inspect(cause)).toContain('AccessDenied');
    expect(callCount('AbortMultipartUpload')).toBe(1);
  });
});
