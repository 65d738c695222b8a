import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => void;

function collector(): Collect | null {
  // The flag counts for contexts made from now on: one is made, and no other ever sees `gc`.
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  setFlagsFromString('--no-expose-gc');
  return gc as Collect | null;
}

const collect = collector();

/**
 * Frees the buffers of the network that were used a moment ago, in about a millisecond. V8 sees of
 * them little more than their names, and by itself lets tens of megabytes gather before it looks:
 * memory that a large upload takes from the system and, being new each time, is also slower.
 */
export function collectYoung(): void {
  collect?.({ type: 'minor' });
}
