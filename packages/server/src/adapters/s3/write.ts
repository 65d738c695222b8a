import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  assertKeyOfType,
  type FileFacts,
  StorageUnavailableError,
  type StoredFile,
} from '../../ports/file-store.ts';
import { beginMultipart, type Multipart, PART } from './multipart.ts';
import { type Buffers, piecesOf, type Tally } from './pieces.ts';
import { ask, type Place } from './place.ts';

function assertSize({ size }: Tally, announced: number | undefined, whole: boolean): void {
  if (announced === undefined) return;
  if (whole ? size !== announced : size > announced) {
    throw new Error('The file has another size than announced');
  }
}

async function putWhole(place: Place, key: string, contentType: string, bytes: Buffer) {
  const file = { Bucket: place.bucket, Key: key, ContentType: contentType };
  // The same bytes may be sent again: the store has the file whole or not at all.
  const command = new PutObjectCommand({ ...file, Body: bytes, ContentLength: bytes.byteLength });
  const { byteLength } = bytes;
  await ask(place, (call) => place.client.send(command, call), { bytes: byteLength });
}

/** `FileStore.put`: small files at once, larger ones in parts. */
export async function put(
  place: Place,
  key: string,
  body: Readable,
  { contentType, size }: FileFacts,
): Promise<StoredFile> {
  assertKeyOfType(key, contentType);
  const tally: Tally = { hash: createHash('sha256'), size: 0 };
  // One that brings more than was announced fails before its first piece is sent.
  const buffers: Buffers = { size: Math.max(1, Math.min(PART, size ?? PART)), spare: [] };
  let parts: Multipart | undefined;
  // The body may fail before it is read from; the loop below sees that error too.
  body.on('error', () => undefined);
  try {
    for await (const { bytes, last } of piecesOf(body, tally, buffers)) {
      assertSize(tally, size, last);
      if (last && !parts) await putWhole(place, key, contentType, bytes);
      else {
        parts ??= await beginMultipart(
          place,
          { key, contentType },
          {
            sent: (buffer) => buffers.spare.push(buffer),
            // A store that fails waits for no body that is slow.
            failed: () => body.destroy(),
          },
        );
        await parts.add(bytes);
      }
    }
    await parts?.complete();
  } catch (error) {
    body.destroy();
    const failure = parts?.failure() ?? error;
    place.room.failed(failure);
    await parts?.abandon();
    throw failure;
  }
  return { size: tally.size, sha256: tally.hash.digest('hex') };
}

/** `FileStore.adopt` */
export async function adopt(
  place: Place,
  key: string,
  path: string,
  facts: FileFacts,
): Promise<void> {
  assertKeyOfType(key, facts.contentType);
  try {
    const { size } = await stat(path);
    await put(place, key, createReadStream(path), { size, ...facts });
    await rm(path, { force: true });
  } catch (error) {
    throw isOfDisk(error) ? new StorageUnavailableError(error) : error;
  }
}

const isOfDisk = (error: unknown) => error instanceof Error && 'errno' in error;
