export { CallbackPage } from './callback-page.tsx';
export type { Newcomer } from './enter.ts';
export { LoginPage } from './login-page.tsx';
export { RequireSession } from './require-session.tsx';
export { useRememberPlace } from './use-remember-place.ts';
