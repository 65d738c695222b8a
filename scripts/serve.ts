import '../packages/server/src/platform/pages/production-react.ts';
import { runMain } from '../packages/server/src/main.ts';
import { mountBuiltPages } from '../packages/server/src/platform/pages/built-pages.ts';
import { webRoot } from './bundle/web-build.ts';

// Entry point of containers and system services; the pages must have been built by `npm run build`.
await runMain((app, site) => mountBuiltPages(app, { webRoot, ...site }));
