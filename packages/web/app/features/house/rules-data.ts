import type { RouterContextProvider } from 'react-router';
import { loadAsVisitor, loadInBrowser } from '../../lib/page-data.ts';
import { canonicalUrl } from '../../lib/page-meta.ts';

interface ServerArgs {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

/** What a page of the house's rules is made of, loaded on the server. */
export async function loadRules({ request, context }: ServerArgs) {
  const rules = await loadAsVisitor({ context }, (client) => client.house.getHouseRules());
  return { rules, url: canonicalUrl(request) };
}

/** The same, loaded in the browser. */
export async function loadRulesInBrowser({ request }: Pick<ServerArgs, 'request'>) {
  const rules = await loadInBrowser((client) => client.house.getHouseRules());
  return { rules, url: canonicalUrl(request) };
}
