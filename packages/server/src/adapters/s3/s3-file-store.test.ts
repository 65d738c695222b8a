import { describeFileStore } from '../../../test/ports/file-store-suite.ts';
import { harnessOfBucket } from '../../../test/s3/bucket.ts';
import { describeBucket } from '../../../test/s3/bucket-suite.ts';
import { outsideStore } from '../../../test/s3/outside.ts';
import { ownStore } from '../../../test/s3/own.ts';
import { s3rver } from '../../../test/s3/s3rver.ts';

const externalStore = outsideStore(process.env);

for (const kind of [ownStore, s3rver, ...(externalStore ? [externalStore] : [])]) {
  const { name, lacks, start } = kind;
  const storeTraits = { hasPresignedUrls: true, lacks };
  describeFileStore(`s3, ${name}`, async () => harnessOfBucket(await start()), storeTraits);
  describeBucket(kind);
}
