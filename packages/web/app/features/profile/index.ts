export { loadProfile, type Profile } from './load-profile.ts';
export { ProfilePage } from './profile-page.tsx';
export { showsPosts } from './profile-tab.ts';
export { describeProfile, displayNameOf } from './profile-text.ts';
