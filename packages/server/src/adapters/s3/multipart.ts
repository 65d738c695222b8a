import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { ask, type Call, type Place } from './place.ts';

/** Bytes of each part but the last: the least that S3 takes, so that 10,000 of them make 48 GiB. */
export const PART = 5 * 1024 * 1024;
/** Parts of one file on their way at once; with the one that is gathered they are what it costs. */
const AT_ONCE = 2;
/** For the store to put the parts together, in ms. */
const JOINING_MS = 60_000;

/** A file that goes to the store in parts and is there when they are joined. */
export interface Multipart {
  /** Sends the next part; resolves when there is room for another. Rejects once one has failed. */
  add(bytes: Buffer): Promise<void>;
  /** Joins the parts. */
  complete(): Promise<void>;
  /** Lets go of all of them, once none is on its way any more; does not reject. */
  abandon(): Promise<void>;
  /** Why it cannot come to be, as far as the store is to blame. */
  failure(): Error | undefined;
}

/** What has become of the parts. */
interface Parts {
  readonly done: CompletedPart[];
  readonly sending: Set<Promise<void>>;
  readonly stop: AbortController;
  failure?: Error;
}

async function upload(place: Place, target: Target, number: number, bytes: Buffer, parts: Parts) {
  const command = new UploadPartCommand({ ...target, PartNumber: number, Body: bytes });
  const work = (call: Call) => place.client.send(command, call);
  const asking = { bytes: bytes.byteLength, signal: parts.stop.signal };
  const { ETag: tag } = await ask(place, work, asking);
  parts.done.push({ PartNumber: number, ETag: tag });
}

interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

function join(place: Place, target: Target, parts: Parts) {
  const inOrder = parts.done.toSorted((a, b) => Number(a.PartNumber) - Number(b.PartNumber));
  const command = new CompleteMultipartUploadCommand({
    ...target,
    MultipartUpload: { Parts: inOrder },
  });
  const work = (call: Call) => place.client.send(command, { ...call, requestTimeout: JOINING_MS });
  return ask(place, work, { within: 2 * JOINING_MS });
}

/** What becomes of parts on their way. */
interface Events {
  /** Nothing needs these bytes any more. */
  readonly sent: (bytes: Buffer) => void;
  /** One cannot be sent; told once. */
  readonly failed: () => void;
}

/** Begins a file in parts. */
export async function beginMultipart(
  place: Place,
  { key, contentType }: { readonly key: string; readonly contentType: string },
  { sent, failed }: Events,
): Promise<Multipart> {
  const file = { Bucket: place.bucket, Key: key };
  const begin = new CreateMultipartUploadCommand({ ...file, ContentType: contentType });
  const { UploadId } = await ask(place, (call) => place.client.send(begin, call));
  const target = { ...file, UploadId };
  const parts: Parts = { done: [], sending: new Set(), stop: new AbortController() };
  let count = 0;
  const fail = (error: unknown) => {
    if (parts.failure) return;
    parts.failure = error as Error;
    parts.stop.abort();
    failed();
  };
  return {
    add: async (bytes) => {
      count += 1;
      const one: Promise<void> = upload(place, target, count, bytes, parts)
        .then(() => sent(bytes), fail)
        .finally(() => parts.sending.delete(one));
      parts.sending.add(one);
      if (parts.sending.size >= AT_ONCE) await Promise.race(parts.sending);
      if (parts.failure) throw parts.failure;
    },
    complete: async () => {
      await Promise.all(parts.sending);
      if (parts.failure) throw parts.failure;
      await join(place, target, parts);
    },
    abandon: async () => {
      // Not cut off where the store works: a part that arrives after the end of an upload may stay.
      await Promise.all(parts.sending);
      const end = (call: Call) => place.client.send(new AbortMultipartUploadCommand(target), call);
      // What a store that is down keeps of it, its own rule for unfinished uploads sweeps.
      await ask(place, end, { within: place.patience.attempt }).catch(() => undefined);
    },
    failure: () => parts.failure,
  };
}
