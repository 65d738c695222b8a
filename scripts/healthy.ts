// Asks the program of this very machine whether it lives: exits with 0 or 1. Images without curl need it.
const port = process.env['PORT'] ?? '3000';
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
