export { SettingsSkeleton } from './settings-frame.tsx';
export { SettingsPage } from './settings-page.tsx';
export { SuspendedPage } from './suspended-page.tsx';
