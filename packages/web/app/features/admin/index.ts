export { loadModerateDialog } from './actions/load-moderate-dialog.ts';
export type { ModerateDialogProps, SubjectStatus } from './actions/moderate-dialog.tsx';
export { ModerationNotice } from './actions/moderation-notice.tsx';
export { AdminPage, AdminPageSkeleton } from './admin-page.tsx';
