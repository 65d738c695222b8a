import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'minor' }) => void;

function createCollector(): CollectGarbage | null {
  // The flag only applies to contexts created afterwards: the context created here gets `gc`, the program's own does
  // not.
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('typeof gc === "function" ? gc : null');
  setFlagsFromString('--no-expose-gc');
  return gc as CollectGarbage | null;
}

const collectGarbage = createCollector();

/**
 * Runs a minor garbage collection, in about a millisecond, to free network buffers that were just used. V8 does not
 * count their external memory, and without this call tens of megabytes would accumulate, which is slower as well
 * because fresh memory has to be mapped each time.
 */
export function collectYoungGarbage(): void {
  collectGarbage?.({ type: 'minor' });
}
