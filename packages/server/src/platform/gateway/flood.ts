/** What may come at once, and each second from then on. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Events of one socket that are looked at; the rest is refused unread. */
export const eventAllowance: Allowance = { burst: 500, perSecond: 250 };
/** Packets of any kind on one connection before it is cut. */
export const packetAllowance: Allowance = { burst: 1_500, perSecond: 500 };
/** Bytes on one connection before it is cut: a few of the largest packets, then a slow stream. */
export const byteAllowance: Allowance = { burst: 512 * 1024, perSecond: 64 * 1024 };

/** Takes `amount` out of an allowance that fills again with time; false when it is used up. */
export type Gate = (amount?: number) => boolean;

/** @param now in ms */
export function openGate({ burst, perSecond }: Allowance, now: () => number): Gate {
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
