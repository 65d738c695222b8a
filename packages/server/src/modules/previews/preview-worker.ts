import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { PreviewJob } from './preview-data.ts';
import { renderPreview } from './render-preview.ts';

// One core at most, so that previews do not slow down pages.
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (job: PreviewJob) => {
  const png = await renderPreview(job).catch((error: unknown) => String(error));
  parentPort?.postMessage(png);
});
