import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/**
 * Number of bytes that this process may use: the smallest of the container's limit, the machine's memory and twice the
 * JavaScript heap limit. Memory outside of the heap belongs to objects in the heap, so the heap limit also limits it.
 */
export function readMemoryLimit(): number {
  // Without a container limit, `constrainedMemory` is 0 or larger than any machine's memory.
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(constrained, totalmem(), 2 * getHeapStatistics().heap_size_limit);
}
