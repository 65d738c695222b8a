import { HelpPage } from '../features/help/index.ts';
import { canonicalUrl, pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/help';

export const loader = ({ request }: Route.LoaderArgs) => ({ url: canonicalUrl(request) });

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => ({
  url: canonicalUrl(request),
});

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta({
    title: 'Ajuda',
    description: 'Respostas curtas sobre comprar, vender, dinheiro, chamadas e segurança.',
    url: loaderData.url,
  });
}

export default function HelpRoute() {
  return <HelpPage />;
}
