import { runMain } from '../../src/main.ts';

// The program without its pages; it ends when the pipe from its parent process closes.
process.stdin.resume().once('end', () => process.exit(1));
await runMain(async () => undefined);
