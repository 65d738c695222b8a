import { webAppOf } from './minimal-web-app.ts';

/**
 * A small web app with the same exports as the real server build, so that render threads can load it. The page
 * `/calls` calls the API, and `/ends` ends its thread.
 */
export const {
  entry,
  routes,
  assets,
  publicPath,
  assetsBuildDirectory,
  basename,
  future,
  ssr,
  isSpaMode,
  prerender,
  routeDiscovery,
} = webAppOf(async (api, { pathname }) => {
  if (pathname === '/ends') process.exit(1);
  if (pathname === '/calls') return api.catalog.listServices({ query: { limit: '1' } });
  return pathname;
});
