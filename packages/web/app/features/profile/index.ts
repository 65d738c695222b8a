export { loadProfile, type Profile } from './load-profile.ts';
export { ProfilePage } from './profile-page.tsx';
export { describeProfile, nameOf } from './profile-words.ts';
