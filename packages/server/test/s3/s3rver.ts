import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { vi } from 'vitest';
import type { S3Kind, TestBucket } from './bucket.ts';

const BUCKET_NAME = 'guilda-test';

/** Skips the signature check of calls to the bucket itself, for which s3rver computes the signature of another path. */
function acceptBucketCalls(app: S3rver): void {
  app.middleware.unshift((context, next) => {
    if (context.path === `/${BUCKET_NAME}/`) {
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
    }
    return next();
  });
}

async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'guilda-s3rver-'));
  const app = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET_NAME }],
  });
  acceptBucketCalls(app);
  app.logger.silent = true;
  const { port } = await app.run();
  const stop = async () => {
    const closePromise = new Promise((resolve) => app.httpServer.close(resolve));
    app.httpServer.closeAllConnections();
    await closePromise;
  };
  return {
    address: {
      bucket: BUCKET_NAME,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      // The only keys that s3rver accepts.
      keys: { id: 'S3RVER', secret: 'S3RVER' },
    },
    contents: async () =>
      (await readdir(directory, { recursive: true })).filter((name) =>
        /_S3rver_object$|_S3rver_uploads\/[^/]+$/.test(name),
      ),
    // s3rver runs in this process and uses its clock.
    advanceTime: (ms) => {
      const newTime = Date.now() + ms;
      vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(newTime);
    },
    breakStorage: stop,
    repairStorage: async () => {
      app.httpServer = await app.listen(port, '127.0.0.1');
    },
    close: async () => {
      vi.useRealTimers();
      if (app.httpServer.listening) await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A third-party store. It checks signatures, except those of calls to the bucket itself. */
export const s3rver: S3Kind = {
  name: 's3rver',
  lacks: {
    'a range of one byte': 's3rver answers bytes=0-0 with the whole file',
    'concurrent writers of one key': 's3rver mixes what several write at once',
    'cleaning up a failed upload': 's3rver cannot end an upload',
    'a second page': 's3rver answers 500 to whoever asks for the second page',
    'a large file': 'asked of our own store, for time',
  },
  pageSize: 1_000,
  start: startBucket,
};
