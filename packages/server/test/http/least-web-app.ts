import { createContext, type ServerBuild } from 'react-router';
import { makePage } from '../../src/platform/pages/make-page.ts';
import type { PageMaker } from '../../src/platform/pages/page-workers.ts';

/** The least web app there is: one page at every address. */
export const leastWebApp = {
  entry: {
    module: {
      default: (_request: Request, status: number, headers: Headers) => {
        headers.set('content-type', 'text/html; charset=utf-8');
        return new Response('<!DOCTYPE html>', { status, headers });
      },
      handleError: () => undefined,
      nonceContext: createContext(),
      apiContext: createContext(),
      reportContext: createContext(),
      installationContext: createContext(),
    },
  },
  routes: { root: { id: 'root', path: '*', module: { default: () => null } } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  future: { v8_middleware: true },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild;

/** Makes the pages of a web app in this thread. */
export const makerOf = (build: ServerBuild): PageMaker => ({
  make: (url, callApi) => {
    const installation = { calls: true, startHours: 168, disputeAnswerHours: 48, feePercent: 10 };
    return makePage({ build, installation, mode: 'production' }, url, callApi);
  },
  close: async () => undefined,
});
