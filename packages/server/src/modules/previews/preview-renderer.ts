import {
  createWorkerRenderer,
  type WorkerRenderer,
  type WorkerRendererOptions,
} from '../../platform/async/worker-renderer.ts';
import type { PreviewJob } from './preview-data.ts';

export type PreviewRenderer = WorkerRenderer<PreviewJob>;

/** Renders previews as PNG in a worker thread, because each takes about 100 ms of CPU time. */
export const createPreviewRenderer = (options: WorkerRendererOptions): PreviewRenderer =>
  createWorkerRenderer(new URL('./preview-worker.ts', import.meta.url), 'a link preview', options);
