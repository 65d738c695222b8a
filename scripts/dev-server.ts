import { runMain } from '../packages/server/src/main.ts';
import { mountDevPages } from '../packages/server/src/platform/pages/dev-pages.ts';
import { webRoot } from './bundle/web-build.ts';

await runMain(
  async (app, site) => {
    process.stdout.write('  Preparando as páginas…\n');
    await mountDevPages(app, { webRoot, ...site });
  },
  // Vite transforms hundreds of modules in this process for the first page, and none of them may be refused meanwhile.
  { overloadMs: 60_000 },
);
