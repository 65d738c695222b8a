import { quietLog } from '../../server/test/fixtures/server/quiet-log.ts';
import { EmbeddedDatabaseError, startEmbeddedPostgres } from '../src/index.ts';

// This file is a program with an embedded database, for tests that kill it. It prints one line of JSON.
const [dataDir = '', binDir] = process.argv.slice(2);

try {
  const { url } = await startEmbeddedPostgres({ dataDir, binDir, durable: false, log: quietLog });
  process.stdout.write(`${JSON.stringify({ url })}\n`);
} catch (error) {
  const problem = error instanceof EmbeddedDatabaseError ? error.problem : 'unexpected';
  process.stdout.write(`${JSON.stringify({ problem, message: String(error) })}\n`);
}
