import { data } from 'react-router';
import { findHelpTopic, HelpTopicPage } from '../features/help/index.ts';
import {
  loadLegalPageValues,
  loadLegalPageValuesInBrowser,
} from '../features/legal-pages/index.ts';
import { pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/help-topic';

/** The topic of the address; an unknown one causes a 404. */
function topicOf(slug: string) {
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
  const topic = findHelpTopic(params.topic);
  if (!loaderData || !topic) return [];
  return pageMeta({
    title: `Ajuda: ${topic.title}`,
    description: topic.lead,
    url: loaderData.url,
  });
}

export default function HelpTopicRoute({ loaderData, params }: Route.ComponentProps) {
  return <HelpTopicPage topic={topicOf(params.topic)} rules={loaderData.rules} />;
}
