import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { PreviewJob } from './preview-data.ts';
import { renderPreview } from './render-preview.ts';

// Uses at most one core, so that rendering previews does not slow down other requests.
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (previewJob: PreviewJob) => {
  const png = await renderPreview(previewJob).catch((error: unknown) => String(error));
  parentPort?.postMessage(png);
});
