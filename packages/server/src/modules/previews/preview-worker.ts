import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { paintPreview } from './paint-preview.ts';
import type { PreviewJob } from './preview-facts.ts';

// One core at most: a preview that comes a little later is better than a page that does.
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (job: PreviewJob) => {
  const png = await paintPreview(job).catch((error: unknown) => String(error));
  parentPort?.postMessage(png);
});
