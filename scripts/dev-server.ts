import { main } from '../packages/server/src/main.ts';
import { mountDevPages } from '../packages/server/src/platform/pages/dev-pages.ts';
import { webRoot } from './web-build.ts';

await main((app, site) => mountDevPages(app, { webRoot, ...site }));
