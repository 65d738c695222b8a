import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { type BucketTimeouts, MAX_ATTEMPTS } from './bucket-connection.ts';

/** Address of a bucket and the credentials for it. */
export interface BucketAddress {
  readonly bucket: string;
  readonly region: string;
  /** Null for Amazon S3; other stores are addressed with the bucket in the path. */
  readonly endpoint: string | null;
  /** Null to let the SDK look credentials up by itself. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
}

const doNothing = () => undefined;
/** The SDK would log URLs and headers; errors carry what matters. */
const silentLogger = {
  trace: doNothing,
  debug: doNothing,
  info: doNothing,
  warn: doNothing,
  error: doNothing,
};

function clientConfig(
  address: BucketAddress,
  sockets: number,
  timeouts: BucketTimeouts,
): S3ClientConfig {
  const { region, endpoint, keys } = address;
  const agent = { maxSockets: sockets, keepAlive: true };
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
    // `Expect: 100-continue` would need a new connection for each part.
    expectContinueHeader: false,
    logger: silentLogger,
    requestHandler: {
      connectionTimeout: timeouts.connect,
      requestTimeout: timeouts.attempt,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
      logger: silentLogger,
    },
  };
}

/** Creates a client with a limited number of connections. */
export function createS3Client(
  address: BucketAddress,
  sockets: number,
  timeouts: BucketTimeouts,
): S3Client {
  const client = new S3Client(clientConfig(address, sockets, timeouts));
  if (address.endpoint !== null) addContentMd5(client);
  return client;
}

/**
 * `DeleteObjects` needs a checksum. Other stores only know the older `Content-MD5`, so it replaces the SDK's CRC-32.
 */
function addContentMd5(client: S3Client): void {
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
    // Runs after the SDK added its checksum and before the request is signed.
    { step: 'build', priority: 'low', name: 'addContentMd5' },
  );
}

/** The origin of URLs in the bucket. */
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
