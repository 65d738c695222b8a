import type { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import {
  type ByteRange,
  type FileInfo,
  type FoundFile,
  typeOfKey,
} from '../../ports/file-store.ts';
import { bodyOf } from './body.ts';
import { ask, type Call, failing, type Place } from './place.ts';

/** `FileStore.ping` */
export async function ping(place: Place): Promise<void> {
  await ask(place, (call) => headBucket(place, call), { within: place.patience.ping });
}

const headBucket = ({ client, bucket }: Place, call: Call) =>
  client.send(new HeadBucketCommand({ Bucket: bucket }), call);

/** Null where the store says that the file is not there; throws `error` where it says anything else. */
async function missing(place: Place, call: Call, error: unknown): Promise<null> {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  if (name === 'NoSuchKey') return null;
  if (name === 'NoSuchBucket' || $metadata?.httpStatusCode !== 404) throw error;
  // An answer to HEAD has no words to tell a file that is missing from a bucket that is.
  await headBucket(place, call);
  return null;
}

function rangeOf({ start, end }: ByteRange): string {
  if (!(start >= 0)) throw new RangeError('The range lies outside the file');
  return `bytes=${start}-${end ?? ''}`;
}

/** `FileStore.get` */
export async function get(place: Place, key: string, range?: ByteRange): Promise<FoundFile | null> {
  const contentType = typeOfKey(key);
  const part = range === undefined ? {} : { Range: rangeOf(range) };
  const command = new GetObjectCommand({ Bucket: place.bucket, Key: key, ...part });
  const found = await ask(place, async (call) => {
    try {
      return await place.reader.send(command, call);
    } catch (error) {
      if ((error as Error).name === 'InvalidRange') {
        throw new RangeError('The range lies outside the file');
      }
      return missing(place, call, error);
    }
  });
  if (found === null) return null;
  const body = found.Body as Readable;
  const whole = range === undefined ? found.ContentLength : sizeIn(found.ContentRange);
  const stream = bodyOf(body, place);
  if (whole !== undefined) return { stream, size: whole, contentType };
  stream.destroy();
  throw failing('the store told no size');
}

/** Bytes of the whole, as an answer with a part of it tells them. */
function sizeIn(contentRange: string | undefined): number | undefined {
  const size = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  return size === undefined ? undefined : Number(size);
}

/** `FileStore.stat` */
export async function stat(place: Place, key: string): Promise<FileInfo | null> {
  const contentType = typeOfKey(key);
  const command = new HeadObjectCommand({ Bucket: place.bucket, Key: key });
  const found = await ask(place, (call) =>
    place.client.send(command, call).catch((error: unknown) => missing(place, call, error)),
  );
  return found && { size: found.ContentLength ?? 0, contentType };
}
