export { NoticeBell } from './notice-bell.tsx';
export { NoticesKeeper } from './notices-keeper.tsx';
