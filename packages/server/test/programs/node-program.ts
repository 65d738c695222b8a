import { runMain } from '../../src/main.ts';
import { TESTS_BATCH_LOCK_TIMEOUT_MS } from '../fixtures/server/batch-lock-timeout.ts';
import { TESTS_OVERLOAD_MS } from '../fixtures/server/overload.ts';

// The program without its pages; it ends when the pipe from its parent process closes.
process.stdin.resume().once('end', () => process.exit(1));
await runMain(async () => undefined, {
  overloadMs: TESTS_OVERLOAD_MS,
  batchLockTimeoutMs: TESTS_BATCH_LOCK_TIMEOUT_MS,
});
