import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/**
 * Bytes that this process may use: the smallest of the container's limit, the machine's memory and twice the
 * JavaScript heap limit, because memory outside of the heap belongs to objects inside.
 */
export function readMemoryLimit(): number {
  // Without a container limit this is 0 or larger than any machine's memory.
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(constrained, totalmem(), 2 * getHeapStatistics().heap_size_limit);
}
