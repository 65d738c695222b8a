import type { Config } from '@react-router/dev/config';

/**
 * Pages are rendered on the server; the build is mounted by the program that serves everything. The table of routes is
 * one file with a hashed name instead of an answer about the links of each page (`docs/adr/0064-first-visit.md`).
 */
const config: Config = {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: 'build',
  routeDiscovery: { mode: 'initial' },
};

export default config;
