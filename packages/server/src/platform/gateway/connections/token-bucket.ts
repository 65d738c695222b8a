/** Capacity of a token bucket and its refill rate. */
export interface BucketAllowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Events of one socket; further events are refused with `rate_limited` without being parsed. */
export const eventAllowance: BucketAllowance = { burst: 500, perSecond: 250 };
/** Packets of any kind on one connection; further packets close the connection. */
export const packetAllowance: BucketAllowance = { burst: 1_500, perSecond: 500 };
/** Bytes on one connection, above which it is closed. The burst is enough for a few of the largest packets. */
export const byteAllowance: BucketAllowance = { burst: 512 * 1024, perSecond: 64 * 1024 };

/** Removes `amount` tokens (1 by default) from the bucket; returns false when there are not enough. */
export type TokenBucket = (amount?: number) => boolean;

/**
 * Creates a full token bucket.
 * @param now the current time in ms
 */
export function createTokenBucket(
  { burst, perSecond }: BucketAllowance,
  now: () => number,
): TokenBucket {
  let left = burst;
  let last = now();
  return (amount = 1) => {
    const at = now();
    left = Math.min(burst, left + ((at - last) / 1000) * perSecond);
    last = at;
    if (left < amount) return false;
    left -= amount;
    return true;
  };
}
