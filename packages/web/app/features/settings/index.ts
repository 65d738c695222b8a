export { SettingsSkeleton } from './settings-frame.tsx';
export { SettingsPage } from './settings-page.tsx';
