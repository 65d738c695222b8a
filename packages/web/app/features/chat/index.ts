export { ChatButton } from './chat-button.tsx';
export { Chat } from './chat-later.tsx';
export { ChatShortcut } from './chat-shortcut.tsx';
export { useChatPlace } from './panel/use-chat-place.ts';
