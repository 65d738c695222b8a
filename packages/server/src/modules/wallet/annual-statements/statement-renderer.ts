import {
  createWorkerRenderer,
  type WorkerRenderer,
  type WorkerRendererOptions,
} from '../../../platform/async/worker-renderer.ts';
import type { AnnualStatement } from './annual-statement.ts';

export type StatementRenderer = WorkerRenderer<AnnualStatement>;

/** Renders annual statements as PDF in a worker thread (docs/adr/0069-pdf-statements.md). */
export const createStatementRenderer = (options: WorkerRendererOptions): StatementRenderer =>
  createWorkerRenderer(
    new URL('./statement-worker.ts', import.meta.url),
    'an annual statement',
    options,
  );
