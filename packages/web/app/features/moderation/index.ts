export { ReportButton } from './report-button.tsx';
export { ReportDialogLater } from './report-dialog-later.tsx';
export { tellSignedOut } from './tell-signed-out.ts';
