import { fileURLToPath } from 'node:url';
import { writeSbom } from '../sbom/write-sbom.ts';
import { buildWeb } from './web-build.ts';

// `npm run build` builds the pages, the build info and the bill of materials. The server needs no build: it runs from
// its sources.
async function build(): Promise<void> {
  await buildWeb();
  writeSbom(fileURLToPath(new URL('../..', import.meta.url)));
}

await build().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
