/** Events of one socket: this many at once, this many each second from then on. */
const BURST = 150;
const PER_SECOND = 60;
/** A socket that goes this far beyond is closed. */
const PATIENCE = 1_000;

export type Verdict = 'pass' | 'refuse' | 'close';

/** Weighs how often one socket speaks; `now` in ms. */
export function floodGate(now: () => number): () => Verdict {
  let allowance = BURST;
  let excess = 0;
  let last = now();
  return () => {
    const at = now();
    const earned = ((at - last) / 1000) * PER_SECOND;
    last = at;
    allowance = Math.min(BURST, allowance + earned);
    excess = Math.max(0, excess - earned);
    if (allowance >= 1) {
      allowance -= 1;
      return 'pass';
    }
    excess += 1;
    return excess > PATIENCE ? 'close' : 'refuse';
  };
}
