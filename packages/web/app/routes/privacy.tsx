import { PrivacyPage } from '../features/house/index.ts';
import { loadAsVisitor, loadInBrowser } from '../lib/page-data.ts';
import { canonicalUrl, pageMeta } from '../lib/page-meta.ts';
import type { Route } from './+types/privacy';

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
    title: 'Privacidade',
    description:
      'O que a Guilda guarda, por quê e por quanto tempo, com quem divide e como você baixa, corrige e apaga seus dados.',
    url: loaderData.url,
  });
}

export default function PrivacyRoute({ loaderData }: Route.ComponentProps) {
  return <PrivacyPage rules={loaderData.rules} />;
}
