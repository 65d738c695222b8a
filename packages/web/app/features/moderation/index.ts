export { ReportButton } from './report-button.tsx';
export { ReportDialogLater } from './report-dialog-later.tsx';
export { ReportMenuItem } from './report-menu-item.tsx';
