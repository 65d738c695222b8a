import { type ApiClient, ApiError } from '@guilda/contract/client';
import {
  createContext,
  data,
  type EntryContext,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { PageRenderer } from '../../src/platform/pages/page-workers.ts';
import { renderPage } from '../../src/platform/pages/render-page.ts';
import { mailSite } from '../fixtures/data/mail-site.ts';

/** Loads the content of a page: any JSON value. */
type LoadPage = (client: ApiClient, url: URL) => Promise<unknown>;

/** A web app with the same page at every address: the doctype and the JSON of what `loadPage` resolves to. */
export function webAppOf(loadPage: LoadPage): ServerBuild {
  const apiContext = createContext<ApiClient>();
  interface LoaderArgs {
    readonly request: Request;
    readonly context: RouterContextProvider;
  }
  const loader = ({ request, context }: LoaderArgs) =>
    loadPage(context.get(apiContext), new URL(request.url)).catch((error: unknown) => {
      throw error instanceof ApiError ? data(null, { status: error.status }) : error;
    });
  const render = (_request: Request, status: number, headers: Headers, entry: EntryContext) => {
    const shownData = entry.staticHandlerContext.loaderData?.['root'] ?? '';
    headers.set('content-type', 'text/html; charset=utf-8');
    return new Response(`<!DOCTYPE html>${shownData === '' ? '' : JSON.stringify(shownData)}`, {
      status,
      headers,
    });
  };
  return {
    entry: {
      module: {
        default: render,
        handleError: () => undefined,
        nonceContext: createContext(),
        apiContext,
        reportContext: createContext(),
        installationContext: createContext(),
      },
    },
    routes: { root: { id: 'root', path: '*', module: { default: () => null, loader } } },
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
}

/** A minimal web app: an empty page at every address. */
export const minimalWebApp = webAppOf(async () => '');

/** A web app whose pages show API responses: lists, a service, a post or a person. */
export const apiWebApp = webAppOf(async (api, { pathname, searchParams }) => {
  const [, kind, id = ''] = pathname.split('/');
  const q = searchParams.get('q');
  if (q !== null) return api.catalog.listServices({ query: { q } });
  if (kind === 'service')
    return Promise.all([
      api.catalog.getService({ params: { serviceId: id } }),
      api.reviews.listReviews({ params: { serviceId: id } }),
    ]);
  if (kind === 'post')
    return Promise.all([
      api.social.getPost({ params: { uid: id } }),
      api.social.listComments({ params: { postId: id }, query: {} }),
    ]);
  if (kind === 'user') return api.users.getByUsername({ params: { username: id } });
  return Promise.all([
    api.catalog.listServices({ query: {} }),
    api.social.listPosts({ query: {} }),
  ]);
});

/** Renders the pages of a web app in this thread. */
export const createPageRenderer = (build: ServerBuild): PageRenderer => ({
  make: (url, callApi) => {
    const installation = {
      calls: true,
      paymentMinutes: 60,
      startHours: 168,
      disputeAnswerHours: 48,
      feePercent: 10,
      accountAge: null,
      company: mailSite.company,
    };
    return renderPage({ build, installation, mode: 'production' }, url, callApi);
  },
  close: async () => undefined,
});
