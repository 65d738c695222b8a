// A leaf: other features use these pieces, so nothing here may import another feature.
export { BadgeList } from './components/badge-list.tsx';
export { StartChatButton, StartChatIconButton } from './components/start-chat-button.tsx';
