import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { ATTEMPTS, type Patience } from './place.ts';

/** Where the bucket is and who we are there. */
export interface BucketAddress {
  readonly bucket: string;
  readonly region: string;
  /** Null for Amazon's; buckets of another are addressed by path. */
  readonly endpoint: string | null;
  /** Null for what the SDK finds by itself. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
}

const nothing = () => undefined;
/** The SDK logs addresses and headers; what matters of a failure is told by the error. */
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

function configOf(address: BucketAddress, sockets: number, patience: Patience): S3ClientConfig {
  const { region, endpoint, keys } = address;
  const agent = { maxSockets: sockets, keepAlive: true };
  return {
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(keys === null
      ? {}
      : { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // Stores that are not Amazon's mishandle checksums that come after a body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would cost each part a connection of its own.
    expectContinueHeader: false,
    logger: silent,
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.attempt,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
      logger: silent,
    },
  };
}

/** A client of the bucket with so many connections at most. */
export function clientOf(address: BucketAddress, sockets: number, patience: Patience): S3Client {
  const client = new S3Client(configOf(address, sockets, patience));
  if (address.endpoint !== null) sumDeletions(client);
  return client;
}

/**
 * Deleting many needs a checksum. Other stores know the older one alone (Content-MD5), so they get that
 * in place of the SDK's CRC-32.
 */
function sumDeletions(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const request = args.request as { headers: Record<string, string>; body?: unknown };
      if (context.commandName === 'DeleteObjectsCommand' && typeof request.body === 'string') {
        for (const name of Object.keys(request.headers)) {
          if (/^x-amz-(checksum-|sdk-checksum-)/i.test(name)) delete request.headers[name];
        }
        const sum = createHash('md5').update(request.body).digest('base64');
        request.headers['content-md5'] = sum;
      }
      return next(args);
    },
    // After the SDK has put its own there, before all is signed.
    { step: 'build', priority: 'low', name: 'sumDeletions' },
  );
}

/** The origin that addresses in the bucket have. */
export function originOf(client: S3Client, { bucket, region, endpoint }: BucketAddress): string {
  const { url } = client.config.endpointProvider({
    Bucket: bucket,
    Region: region,
    ...(endpoint === null ? {} : { Endpoint: endpoint, ForcePathStyle: true }),
  });
  return url.origin;
}
