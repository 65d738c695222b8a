import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { assertKeyPrefix, contentTypeOfKey } from '../../ports/file-store.ts';
import {
  type BucketConnection,
  type CallOptions,
  requestFromStore,
  storageError,
} from './bucket-connection.ts';

/**
 * Number of keys that one call deletes. S3 allows 1,000, but stores that delete files one by one would take too long.
 */
const BATCH_SIZE = 100;

/** Implements `FileStore.delete`. */
export async function deleteObject(store: BucketConnection, key: string): Promise<void> {
  contentTypeOfKey(key);
  const command = new DeleteObjectCommand({ Bucket: store.bucket, Key: key });
  await requestFromStore(store, (call) => store.client.send(command, call));
}

async function deleteBatch(store: BucketConnection, keys: readonly string[]): Promise<void> {
  const Objects = keys.map((Key) => ({ Key }));
  const command = new DeleteObjectsCommand({
    Bucket: store.bucket,
    Delete: { Objects, Quiet: true },
  });
  const sendDeletion = async (call: CallOptions) => {
    const { Errors = [] } = await store.client.send(command, call);
    if (Errors.length > 0) throw storageError(`files are not deleted: ${Errors[0]?.Code}`);
  };
  await requestFromStore(store, sendDeletion, { deletions: keys.length });
}

async function deleteInBatches(store: BucketConnection, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    await deleteBatch(store, keys.slice(start, start + BATCH_SIZE));
  }
}

/** Implements `FileStore.deleteMany`. */
export async function deleteObjects(
  store: BucketConnection,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) contentTypeOfKey(key);
  await deleteInBatches(store, keys);
}

/** Implements `FileStore.deletePrefix`, page by page. */
export async function deletePrefix(store: BucketConnection, prefix: string): Promise<void> {
  assertKeyPrefix(prefix);
  let nextToken: string | undefined;
  do {
    const startParam = nextToken === undefined ? {} : { ContinuationToken: nextToken };
    const listCommand = new ListObjectsV2Command({
      Bucket: store.bucket,
      Prefix: prefix,
      ...startParam,
    });
    const page = await requestFromStore(store, (call: CallOptions) =>
      store.client.send(listCommand, call),
    );
    const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    await deleteInBatches(store, keys);
    nextToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (nextToken !== undefined);
}
