import { describeFileStore } from '../../../test/ports/file-store-suite.ts';
import { harnessOfBucket } from '../../../test/s3/bucket.ts';
import { describeBucket } from '../../../test/s3/bucket-suite.ts';
import { outsideStore } from '../../../test/s3/outside.ts';
import { ownStore } from '../../../test/s3/own.ts';
import { s3rver } from '../../../test/s3/s3rver.ts';

const externalStore = outsideStore(process.env);
/**
 * Maximum growth of the memory of the process during a transfer, in bytes; the same for a file of 100 MB and of 400 MB.
 */
const maxMemoryGrowth = 35 * 1024 * 1024;

for (const kind of [ownStore, s3rver, ...(externalStore ? [externalStore] : [])]) {
  const { name, lacks, start } = kind;
  const storeTraits = { hasPresignedUrls: true, lacks, maxUncollectedBytes: maxMemoryGrowth };
  describeFileStore(`s3, ${name}`, async () => harnessOfBucket(await start()), storeTraits);
  describeBucket(kind);
}
