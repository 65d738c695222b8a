import '../packages/server/src/platform/pages/quick-react.ts';
import { main } from '../packages/server/src/main.ts';
import { mountBuiltPages } from '../packages/server/src/platform/pages/built-pages.ts';
import { ensureWebBuild, webRoot } from './web-build.ts';

process.stdout.write('\n  Puxando as cadeiras…\n');
await main(async (app, site) => {
  await ensureWebBuild((line) => process.stdout.write(`${line}\n`));
  await mountBuiltPages(app, { webRoot, ...site });
});
