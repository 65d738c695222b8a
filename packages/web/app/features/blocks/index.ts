// A leaf: other features use these pieces, so nothing here may import another feature.
export { BlockDialogLater } from './block-dialog-later.tsx';
export { BlockMenuItem } from './block-menu-item.tsx';
export { BlockedNotice } from './blocked-notice.tsx';
export { useBlocking } from './use-blocking.ts';
