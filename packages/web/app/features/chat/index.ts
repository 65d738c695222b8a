export { ChatShortcut } from './chat-shortcut.tsx';
export { ChatToggleButton } from './chat-toggle-button.tsx';
export { LazyChat } from './lazy-chat.tsx';
export { useChatLocation } from './panel/use-chat-location.ts';
export { useSignOutQuestion } from './use-sign-out-question.tsx';
