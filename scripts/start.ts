import '../packages/server/src/platform/pages/production-react.ts';
import cluster from 'node:cluster';
import { runMain } from '../packages/server/src/main.ts';
import { mountBuiltPages } from '../packages/server/src/platform/pages/built-pages.ts';
import { ensureWebBuild, findBuildObstacle, webRoot } from './bundle/web-build.ts';

// Only the primary process prints this line, because the other processes of the program run this file as well.
if (cluster.isPrimary) process.stdout.write('\n  Puxando as cadeiras…\n');
const buildObstacle = findBuildObstacle();
if (buildObstacle) {
  process.stderr.write(`\n  ${buildObstacle}\n\n`);
  process.exit(1);
}
await runMain(async (app, site) => {
  await ensureWebBuild((line) => process.stdout.write(`${line}\n`));
  await mountBuiltPages(app, { webRoot, ...site });
});
