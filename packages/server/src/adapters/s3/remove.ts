import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { assertKeyPrefix, typeOfKey } from '../../ports/file-store.ts';
import { ask, type Call, failing, type Place } from './place.ts';

/** Keys of one call. S3 takes 1,000, for which a store that deletes them one by one takes too long. */
const AT_ONCE = 100;

/** `FileStore.delete` */
export async function remove(place: Place, key: string): Promise<void> {
  typeOfKey(key);
  const command = new DeleteObjectCommand({ Bucket: place.bucket, Key: key });
  await ask(place, (call) => place.client.send(command, call));
}

async function removeAtOnce(place: Place, keys: readonly string[]): Promise<void> {
  const Objects = keys.map((Key) => ({ Key }));
  const command = new DeleteObjectsCommand({
    Bucket: place.bucket,
    Delete: { Objects, Quiet: true },
  });
  const work = async (call: Call) => {
    const { Errors = [] } = await place.client.send(command, call);
    if (Errors.length > 0) throw failing(`files are not deleted: ${Errors[0]?.Code}`);
  };
  await ask(place, work, { deletions: keys.length });
}

async function removeAll(place: Place, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    await removeAtOnce(place, keys.slice(at, at + AT_ONCE));
  }
}

/** `FileStore.deleteMany` */
export async function removeMany(place: Place, keys: readonly string[]): Promise<void> {
  for (const key of keys) typeOfKey(key);
  await removeAll(place, keys);
}

/** `FileStore.deletePrefix`, page by page. */
export async function removePrefix(place: Place, prefix: string): Promise<void> {
  assertKeyPrefix(prefix);
  let next: string | undefined;
  do {
    const from = next === undefined ? {} : { ContinuationToken: next };
    const list = new ListObjectsV2Command({ Bucket: place.bucket, Prefix: prefix, ...from });
    const page = await ask(place, (call: Call) => place.client.send(list, call));
    const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    await removeAll(place, keys);
    next = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (next !== undefined);
}
