export { loadProfile, type ProfilePageContent } from './load-profile.ts';
export { ProfilePage } from './profile-page.tsx';
export { showsPosts } from './profile-tab.ts';
export { displayNameOf, profileDescription } from './profile-text.ts';
