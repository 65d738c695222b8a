export { DevicesSection } from './devices-section.tsx';
export { SettingsSkeleton } from './settings-frame.tsx';
export { SettingsPage } from './settings-page.tsx';
export { DataSection } from './standing/data-section.tsx';
export { DecisionsSection } from './standing/decisions-section.tsx';
export { WholeMoment } from './standing/whole-moment.tsx';
