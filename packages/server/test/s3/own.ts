import type { S3Kind } from './bucket.ts';
import { startS3 } from './server.ts';

const smallPageSize = 3;

/** The small S3 store of this repository. */
export const ownStore: S3Kind = {
  name: 'own',
  lacks: {},
  pageSize: smallPageSize,
  start: async () => {
    const s3 = await startS3({ pageSize: smallPageSize });
    return {
      address: { bucket: s3.bucket, region: 'us-east-1', endpoint: s3.url, keys: s3.keys },
      contents: s3.contents,
      advanceTime: (ms) => {
        s3.state.aheadMs += ms;
      },
      breakStorage: s3.stop,
      repairStorage: async () => void (await s3.start()),
      close: s3.close,
    };
  },
};
