export { ChatToggleButton } from './chat-button.tsx';
export { LazyChat } from './chat-later.tsx';
export { ChatShortcut } from './chat-shortcut.tsx';
export { useChatLocation } from './panel/use-chat-place.ts';
