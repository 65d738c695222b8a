export { HelpPage, HelpTopicPage } from './help-page.tsx';
export { SellPage } from './sell-page.tsx';
export { findHelpTopic } from './topics/topics.ts';
