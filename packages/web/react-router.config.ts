import type { Config } from '@react-router/dev/config';

/**
 * The server program renders the pages with this build. The browser loads the table of all routes as one file with a
 * hashed name, instead of asking the server for the routes behind the links of each page
 * (`docs/adr/0064-first-visit.md`).
 */
const config: Config = {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: 'build',
  routeDiscovery: { mode: 'initial' },
};

export default config;
