import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/**
 * Number of bytes that this process may use, which is the smallest of three values: the container's limit and the memory
 * of the machine, each divided by the number of processes of the node, and twice the JavaScript heap limit. Memory
 * outside of the heap belongs to objects in the heap, so the heap limit also limits that memory.
 */
export function readMemoryLimit(processCount = 1): number {
  // Without a container limit, `constrainedMemory` is 0 or larger than any machine's memory.
  const containerLimit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(
    containerLimit / processCount,
    totalmem() / processCount,
    2 * getHeapStatistics().heap_size_limit,
  );
}
