import type { RouterContextProvider } from 'react-router';
import { loadAsVisitor, loadInBrowser } from '../../lib/data/page-data.ts';
import { canonicalUrl } from '../../lib/navigation/page-meta.ts';

interface ServerArgs {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

/** Loads the published reports, on the server. */
export async function loadTransparency({ request, context }: ServerArgs) {
  const publishedReports = await loadAsVisitor({ context }, (client) =>
    client.transparency.listTransparencyReports(),
  );
  return { ...publishedReports, url: canonicalUrl(request) };
}

/** Loads the published reports, in the browser. */
export async function loadTransparencyInBrowser({ request }: Pick<ServerArgs, 'request'>) {
  const publishedReports = await loadInBrowser((client) =>
    client.transparency.listTransparencyReports(),
  );
  return { ...publishedReports, url: canonicalUrl(request) };
}
