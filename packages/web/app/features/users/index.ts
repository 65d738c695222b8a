// Other features import this one, so its files must not import another feature.
export { BadgeList } from './components/badge-list.tsx';
export { StartChatButton, StartChatIconButton } from './components/start-chat-button.tsx';
