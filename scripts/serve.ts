import '../packages/server/src/platform/pages/quick-react.ts';
import { main } from '../packages/server/src/main.ts';
import { mountBuiltPages } from '../packages/server/src/platform/pages/built-pages.ts';
import { webRoot } from './web-build.ts';

// What a container and a system service run: pages are built beforehand (`npm run build`), never here.
await main((app, site) => mountBuiltPages(app, { webRoot, ...site }));
