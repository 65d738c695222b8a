export { LazyReportDialog } from './lazy-report-dialog.tsx';
export { ReportButton } from './report-button.tsx';
export { ReportMenuItem } from './report-menu-item.tsx';
