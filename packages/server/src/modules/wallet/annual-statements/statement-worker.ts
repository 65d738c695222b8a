import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import type { AnnualStatement } from './annual-statement.ts';
import { createStatementPdf } from './statement-pdf.ts';

parentPort?.on('message', async (statement: AnnualStatement) => {
  const pdf = await createStatementPdf(statement)
    .then(buffer)
    .catch((error: unknown) => String(error));
  parentPort?.postMessage(pdf);
});
