import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { type BucketTimeouts, MAX_ATTEMPTS } from './bucket-connection.ts';

/** Location of a bucket, and the credentials for access to it. */
export interface BucketAddress {
  readonly bucket: string;
  readonly region: string;
  /** URL of the store, which is addressed with the bucket in the path; null for Amazon S3. */
  readonly endpoint: string | null;
  /** Access key; null when the SDK has to look credentials up in its environment. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
}

const doNothing = () => undefined;
/** A logger that writes nothing: the SDK would log URLs and headers, and failures reach the caller as errors. */
const silentLogger = {
  trace: doNothing,
  debug: doNothing,
  info: doNothing,
  warn: doNothing,
  error: doNothing,
};

function clientConfig(
  address: BucketAddress,
  maxSockets: number,
  timeouts: BucketTimeouts,
): S3ClientConfig {
  const { region, endpoint, keys } = address;
  const agentOptions = { maxSockets, keepAlive: true };
  return {
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(keys === null
      ? {}
      : { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'standard',
    // Some S3-compatible stores mishandle checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With `Expect: 100-continue`, each part would need a new connection.
    expectContinueHeader: false,
    logger: silentLogger,
    requestHandler: {
      connectionTimeout: timeouts.connect,
      requestTimeout: timeouts.attempt,
      throwOnRequestTimeout: true,
      httpAgent: agentOptions,
      httpsAgent: agentOptions,
      logger: silentLogger,
    },
  };
}

/** Creates a client with a limited number of connections. */
export function createS3Client(
  address: BucketAddress,
  maxSockets: number,
  timeouts: BucketTimeouts,
): S3Client {
  const client = new S3Client(clientConfig(address, maxSockets, timeouts));
  if (address.endpoint !== null) addContentMd5(client);
  return client;
}

/**
 * Adds `Content-MD5` to `DeleteObjects`, which needs a checksum: other stores than Amazon's only know this older header
 * instead of the SDK's CRC-32.
 */
function addContentMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const request = args.request as { headers: Record<string, string>; body?: unknown };
      if (context.commandName === 'DeleteObjectsCommand' && typeof request.body === 'string') {
        for (const name of Object.keys(request.headers)) {
          if (/^x-amz-(checksum-|sdk-checksum-)/i.test(name)) delete request.headers[name];
        }
        const md5 = createHash('md5').update(request.body).digest('base64');
        request.headers['content-md5'] = md5;
      }
      return next(args);
    },
    // Runs after the SDK added its checksum and before the request is signed.
    { step: 'build', priority: 'low', name: 'addContentMd5' },
  );
}

/** The origin of the URLs of a bucket's files. */
export function bucketOrigin(
  client: S3Client,
  { bucket, region, endpoint }: BucketAddress,
): string {
  const { url } = client.config.endpointProvider({
    Bucket: bucket,
    Region: region,
    ...(endpoint === null ? {} : { Endpoint: endpoint, ForcePathStyle: true }),
  });
  return url.origin;
}
