// Other features import this feature, so an import of another feature here could be circular.

export { BlockMenuItem } from './block-menu-item.tsx';
export { BlockedNotice } from './blocked-notice.tsx';
export { LazyBlockDialog } from './lazy-block-dialog.tsx';
export { useBlock } from './use-block.ts';
