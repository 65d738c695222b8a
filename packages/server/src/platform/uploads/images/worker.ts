import { setPriority } from 'node:os';
import { decodeImage, type ImageJob, restrictDecoders } from './decode-image.ts';

// Runs as its own process: a crash or memory exhaustion by a hostile picture ends here.
restrictDecoders();

try {
  // Lower priority than the process that answers requests.
  setPriority(10);
} catch {
  // Lowering the priority is not permitted everywhere, and not required.
}

// The server handles signals to the process group: it finishes running jobs first.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// `process.exit` would wait for a running decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async (job: ImageJob) => {
  process.send?.({ kind: 'done', outcome: await decodeImage(job) });
});

process.send?.({ kind: 'ready' });
