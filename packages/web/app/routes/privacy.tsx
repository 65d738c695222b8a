import {
  loadLegalPageValues,
  loadLegalPageValuesInBrowser,
  PrivacyPage,
} from '../features/legal-pages/index.ts';
import { revalidateUnlessOnlyDialogChanged } from '../lib/navigation/dialog-query.ts';
import { pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/privacy';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

export const loader = (args: Route.LoaderArgs) => loadLegalPageValues(args);

export const clientLoader = (args: Route.ClientLoaderArgs) => loadLegalPageValuesInBrowser(args);

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
