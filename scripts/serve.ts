import { fileURLToPath } from 'node:url';
import { main } from '../packages/server/src/main.ts';
import { mountBuiltPages } from '../packages/server/src/platform/pages/built-pages.ts';

const webRoot = fileURLToPath(new URL('../packages/web', import.meta.url));

await main((app) => mountBuiltPages(app, webRoot));
