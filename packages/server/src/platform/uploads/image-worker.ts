import { setPriority } from 'node:os';
import { decodeImage, type ImageJob, restrictDecoders } from './image-decode.ts';

// A process of its own: whatever a hostile picture does to its decoder, memory included, ends here.
restrictDecoders();

try {
  // Requests of other people come first.
  setPriority(10);
} catch {
  // Not everywhere allowed, and nothing depends on it.
}

// A signal to the whole group is for the server to act upon: it finishes what it has begun.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// An orderly exit would wait for a decoder at work.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async (job: ImageJob) => {
  process.send?.({ kind: 'done', outcome: await decodeImage(job) });
});

process.send?.({ kind: 'ready' });
