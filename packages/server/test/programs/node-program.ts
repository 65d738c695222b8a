import { main } from '../../src/main.ts';

// The program without its pages, which ends with whoever started it: its end closes the pipe.
process.stdin.resume().once('end', () => process.exit(1));
await main(async () => undefined);
