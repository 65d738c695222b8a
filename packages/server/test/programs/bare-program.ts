import { runMain } from '../../src/main.ts';

// The program in demo mode without its pages, for tests that kill it.
await runMain(async () => undefined);
