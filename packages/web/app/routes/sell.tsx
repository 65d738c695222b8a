import { SellPage } from '../features/help/index.ts';
import {
  loadLegalPageValues,
  loadLegalPageValuesInBrowser,
} from '../features/legal-pages/index.ts';
import { revalidateUnlessOnlyDialogChanged } from '../lib/navigation/dialog-query.ts';
import { pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/sell';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

export const loader = (args: Route.LoaderArgs) => loadLegalPageValues(args);

export const clientLoader = (args: Route.ClientLoaderArgs) => loadLegalPageValuesInBrowser(args);

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta({
    title: 'Quero vender',
    description: 'Quanto custa vender na Guilda, quando o dinheiro é seu e como começar.',
    url: loaderData.url,
  });
}

export default function SellRoute({ loaderData }: Route.ComponentProps) {
  return <SellPage rules={loaderData.rules} />;
}
