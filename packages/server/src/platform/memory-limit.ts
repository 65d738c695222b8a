import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/**
 * Bytes that this process may use: the least of its container's limit, what the machine has, and twice
 * its JavaScript heap, because what it keeps outside of the heap is kept for objects inside.
 */
export function memoryLimit(): number {
  // Without a limit it is 0 or more than any machine has.
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(constrained, totalmem(), 2 * getHeapStatistics().heap_size_limit);
}
