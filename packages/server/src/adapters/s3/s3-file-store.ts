import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type DirectReads, type FileStore, typeOfKey } from '../../ports/file-store.ts';
import type { Timers } from '../../ports/timers.ts';
import { type BucketAddress, clientOf, originOf } from './client.ts';
import { ask, type Patience, type Place } from './place.ts';
import { get, ping, stat } from './read.ts';
import { remove, removeMany, removePrefix } from './remove.ts';
import { openRoom } from './room.ts';
import { adopt, put } from './write.ts';

const patient: Patience = { connect: 3_000, attempt: 5_000, ping: 1_500, body: 30_000 };

/** Connections for what is asked and sent, and for files that are read. */
const SOCKETS = 64;
const READING_SOCKETS = 512;

/** Seconds that an address is of use. */
const ADDRESS_SECONDS = 60;

export interface S3FileStoreOptions extends BucketAddress {
  readonly timers: Timers;
  /** Whether addresses are given out at which the store itself answers. */
  readonly directReads: boolean;
  /** How long the store may take, where it is not what is usual. */
  readonly patience?: Partial<Patience>;
}

function directReads(place: Place, client: S3Client, address: BucketAddress): DirectReads {
  return {
    origin: originOf(client, address),
    addressOf: async (key, { contentDisposition }) => {
      const command = new GetObjectCommand({
        Bucket: place.bucket,
        Key: key,
        ResponseContentType: typeOfKey(key),
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: 'private, no-store',
      });
      // Signing asks nobody, but finding out who we are may.
      return ask(place, () => getSignedUrl(client, command, { expiresIn: ADDRESS_SECONDS }));
    },
  };
}

/**
 * A `FileStore` in a bucket of a store that speaks S3. Rejects with `StorageUnavailableError` when the
 * bucket cannot be used. An answer that is lost at the very end of `put` leaves open whether the key
 * has the new file: whole in either case.
 */
export async function openS3FileStore(options: S3FileStoreOptions): Promise<FileStore> {
  const patience = { ...patient, ...options.patience };
  const place: Place = {
    bucket: options.bucket,
    client: clientOf(options, SOCKETS, patience),
    reader: clientOf(options, READING_SOCKETS, patience),
    timers: options.timers,
    patience,
    room: openRoom(options.timers),
  };
  await ping({ ...place, patience: { ...patience, ping: 2 * patience.attempt } });
  return {
    put: (key, body, facts) => put(place, key, body, facts),
    adopt: (key, path, facts) => adopt(place, key, path, facts),
    get: async (key, { range } = {}) => get(place, key, range),
    stat: (key) => stat(place, key),
    delete: (key) => remove(place, key),
    deleteMany: (keys) => removeMany(place, keys),
    deletePrefix: (prefix) => removePrefix(place, prefix),
    ping: () => ping(place),
    room: () => place.room.check(),
    direct: options.directReads ? directReads(place, place.client, options) : null,
  };
}
