/** Capacity of a token bucket and its refill rate. */
export interface BucketAllowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Allowed events of one socket; further events are refused with `rate_limited` without being parsed. */
export const eventAllowance: BucketAllowance = { burst: 500, perSecond: 250 };
/** Allowed packets of any kind on one connection; further packets close the connection. */
export const packetAllowance: BucketAllowance = { burst: 1_500, perSecond: 500 };
/**
 * Allowed bytes on one connection; further bytes close the connection. The burst has room for a few of the largest
 * packets.
 */
export const byteAllowance: BucketAllowance = { burst: 512 * 1024, perSecond: 64 * 1024 };

/**
 * State of a bucket. It is plain data without closures, which would use memory for every connection's three buckets.
 */
export interface TokenBucket {
  /** Number of tokens in the bucket. */
  tokensLeft: number;
  lastMs: number;
}

/** Creates a full bucket. */
export const createTokenBucket = ({ burst }: BucketAllowance): TokenBucket => ({
  tokensLeft: burst,
  lastMs: performance.now(),
});

/** Removes `amount` tokens from the bucket; returns false, and removes none, when there are not enough. */
export function takeTokens(
  bucket: TokenBucket,
  { burst, perSecond }: BucketAllowance,
  amount = 1,
): boolean {
  const nowMs = performance.now();
  bucket.tokensLeft = Math.min(
    burst,
    bucket.tokensLeft + ((nowMs - bucket.lastMs) / 1000) * perSecond,
  );
  bucket.lastMs = nowMs;
  if (bucket.tokensLeft < amount) return false;
  bucket.tokensLeft -= amount;
  return true;
}
