// Other features import this one, so its files must not import another feature.

export { BlockMenuItem } from './block-menu-item.tsx';
export { BlockedNotice } from './blocked-notice.tsx';
export { LazyBlockDialog } from './lazy-block-dialog.tsx';
export { useBlock } from './use-block.ts';
