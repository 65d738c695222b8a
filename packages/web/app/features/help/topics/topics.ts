import { buyingTopic } from './buying.tsx';
import { callsTopic } from './calls.tsx';
import { moneyTopic } from './money.tsx';
import { safetyTopic } from './safety.tsx';
import { sellingTopic } from './selling.tsx';
import type { HelpTopic } from './topic.ts';

/** All topics of the help, in the order of their list. */
export const helpTopics: readonly HelpTopic[] = [
  buyingTopic,
  sellingTopic,
  moneyTopic,
  callsTopic,
  safetyTopic,
];

/** The topic with this address; undefined for an unknown one. */
export const findHelpTopic = (slug: string): HelpTopic | undefined =>
  helpTopics.find((topic) => topic.slug === slug);
