import { TermsPage } from '../features/house/index.ts';
import { loadAsVisitor, loadInBrowser } from '../lib/page-data.ts';
import { canonicalUrl, pageMeta } from '../lib/page-meta.ts';
import type { Route } from './+types/terms';

export async function loader({ request, context }: Route.LoaderArgs) {
  const rules = await loadAsVisitor({ context }, (client) => client.house.getHouseRules());
  return { rules, url: canonicalUrl(request) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const rules = await loadInBrowser((client) => client.house.getHouseRules());
  return { rules, url: canonicalUrl(request) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta({
    title: 'Termos de uso',
    description:
      'As regras da Guilda em português claro: quem pode usar, compras, prazos, reembolso, taxa, convivência e como a equipe decide.',
    url: loaderData.url,
  });
}

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  return <TermsPage rules={loaderData.rules} />;
}
