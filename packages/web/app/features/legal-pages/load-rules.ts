import type { RouterContextProvider } from 'react-router';
import { loadAsVisitor, loadInBrowser } from '../../lib/data/page-data.ts';
import { canonicalUrl } from '../../lib/navigation/page-meta.ts';

interface ServerArgs {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

/** Loads the configured numbers for the text of a legal page, on the server. */
export async function loadLegalPageValues({ request, context }: ServerArgs) {
  const rules = await loadAsVisitor({ context }, (client) =>
    client.legalPages.getLegalPageValues(),
  );
  return { rules, url: canonicalUrl(request) };
}

/** Loads the configured numbers for the text of a legal page, in the browser. */
export async function loadLegalPageValuesInBrowser({ request }: Pick<ServerArgs, 'request'>) {
  const rules = await loadInBrowser((client) => client.legalPages.getLegalPageValues());
  return { rules, url: canonicalUrl(request) };
}
