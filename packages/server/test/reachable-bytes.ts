import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The flag only applies to contexts created after it was set.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Bytes of this process's objects and buffers that are still reachable, after a full garbage collection. Unlike the
 * resident memory it does not depend on when the collector happens to run.
 */
export function reachableBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
