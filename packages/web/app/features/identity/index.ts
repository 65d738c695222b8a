export { CallbackPage } from './callback-page.tsx';
export { LoginPage } from './login-page.tsx';
export { RequireSession } from './require-session.tsx';
export { returnPath } from './return-path.ts';
export { useRememberPlace } from './use-remember-place.ts';
