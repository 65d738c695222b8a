import {
  loadLegalPageValues,
  loadLegalPageValuesInBrowser,
  TermsPage,
} from '../features/legal-pages/index.ts';
import { revalidateUnlessOnlyDialogChanged } from '../lib/navigation/dialog-query.ts';
import { pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/terms';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

export const loader = (args: Route.LoaderArgs) => loadLegalPageValues(args);

export const clientLoader = (args: Route.ClientLoaderArgs) => loadLegalPageValuesInBrowser(args);

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
