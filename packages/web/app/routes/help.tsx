import { data } from 'react-router';
import { findHelpTopic, HelpPage, HelpTopicPage } from '../features/help/index.ts';
import {
  loadLegalPageValues,
  loadLegalPageValuesInBrowser,
} from '../features/legal-pages/index.ts';
import { revalidateUnlessOnlyDialogChanged } from '../lib/navigation/dialog-query.ts';
import { pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/help';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

/** The topic of the address, null for the list of topics; an unknown one causes a 404. */
function topicOf(slug: string | undefined) {
  if (slug === undefined) return null;
  const topic = findHelpTopic(slug);
  if (!topic) throw data(null, { status: 404 });
  return topic;
}

export function loader(args: Route.LoaderArgs) {
  topicOf(args.params.topic);
  return loadLegalPageValues(args);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  topicOf(args.params.topic);
  return loadLegalPageValuesInBrowser(args);
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return [];
  const topic = topicOf(params.topic);
  return pageMeta({
    title: topic ? `Ajuda: ${topic.title}` : 'Ajuda',
    description:
      topic?.introduction ??
      'Respostas curtas sobre comprar, vender, dinheiro, ligações e segurança.',
    url: loaderData.url,
  });
}

export default function HelpRoute({ loaderData, params }: Route.ComponentProps) {
  const topic = topicOf(params.topic);
  return topic ? <HelpTopicPage topic={topic} rules={loaderData.rules} /> : <HelpPage />;
}
