import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFileStore } from '../../../test/ports/file-store-suite.ts';
import { startS3 } from '../../../test/s3/server.ts';
import { systemTimers } from '../../ports/timers.ts';
import { openS3FileStore } from './index.ts';

describeFileStore('s3', async () => {
  const s3 = await startS3();
  const outside = await mkdtemp(join(tmpdir(), 'guilda-outside-'));
  return {
    newFile: async (content) => {
      const path = join(outside, randomUUID());
      await writeFile(path, content);
      return path;
    },
    store: await openS3FileStore({
      bucket: s3.bucket,
      region: 'us-east-1',
      endpoint: s3.url,
      keys: s3.keys,
      timers: systemTimers,
      directReads: true,
    }),
    contents: s3.contents,
    pass: (ms) => {
      s3.state.aheadMs += ms;
    },
    ownMemory: 35 * 1024 * 1024,
    breakStorage: s3.stop,
    repairStorage: async () => void (await s3.start()),
    close: async () => {
      await s3.close();
      await rm(outside, { recursive: true, force: true });
    },
  };
});
