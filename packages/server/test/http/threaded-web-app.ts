import { webAppOf } from './minimal-web-app.ts';

/**
 * A server build in the form that the build writes, for the threads that render pages; one page calls the API, another
 * ends its thread.
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
