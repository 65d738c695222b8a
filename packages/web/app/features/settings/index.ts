export { DevicesSection } from './account/devices-section.tsx';
export { CasesSection } from './account-status/cases-section.tsx';
export { DataSection } from './account-status/data-section.tsx';
export { DecisionsSection } from './account-status/decisions-section.tsx';
export { FullDateTime } from './account-status/full-date-time.tsx';
export { findSettingsSection } from './sections.ts';
export { SettingsSkeleton } from './settings-frame.tsx';
export { SettingsPage, SettingsSectionPage } from './settings-page.tsx';
