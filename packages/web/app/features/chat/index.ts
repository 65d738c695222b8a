export { ChatToggle as ChatButton } from './chat-button.tsx';
export { LazyChat as Chat } from './chat-later.tsx';
export { ChatShortcut } from './chat-shortcut.tsx';
export { useChatPlace } from './panel/use-chat-place.ts';
