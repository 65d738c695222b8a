import { createContext, type ServerBuild } from 'react-router';

/** The least web app there is: one page at every address. */
export const leastWebApp = {
  entry: {
    module: {
      default: (request: Request, status: number, headers: Headers) => {
        if (request.method === 'HEAD') return new Response(null, { status, headers });
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
