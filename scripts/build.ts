import { buildWeb } from './web-build.ts';

// What `npm run build` does: the pages, and which build they are of. The server runs from its sources.
await buildWeb().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
