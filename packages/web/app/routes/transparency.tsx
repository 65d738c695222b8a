import {
  loadTransparency,
  loadTransparencyInBrowser,
  TransparencyPage,
} from '../features/transparency/index.ts';
import { revalidateUnlessOnlyDialogChanged } from '../lib/navigation/dialog-query.ts';
import { pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/transparency';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

export const loader = (args: Route.LoaderArgs) => loadTransparency(args);

export const clientLoader = (args: Route.ClientLoaderArgs) => loadTransparencyInBrowser(args);

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta({
    title: 'Transparência',
    description:
      'Quantas denúncias chegam à equipe da Guilda, o que ela decide e quanto tempo leva, a cada seis meses.',
    url: loaderData.url,
  });
}

export default function TransparencyRoute({ loaderData }: Route.ComponentProps) {
  return <TransparencyPage reports={loaderData.reports} nextOn={loaderData.nextOn} />;
}
