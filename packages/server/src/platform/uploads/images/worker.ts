import { setPriority } from 'node:os';
import { convertImage, type ImageJob, restrictDecoders } from './convert-image.ts';

// This file runs as its own process: a malicious picture that crashes it or exhausts its memory does not affect the
// server.
restrictDecoders();

try {
  // The worker gets a lower priority than the process that answers requests.
  setPriority(10);
} catch {
  // Some systems do not permit lowering the priority; it is not required.
}

// Ignores signals to the process group: the server handles them, and finishes running jobs first.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// `process.exit` would wait for a running decoder, so the process kills itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', async (job: ImageJob) => {
  process.send?.({ kind: 'done', outcome: await convertImage(job) });
});

process.send?.({ kind: 'ready' });
