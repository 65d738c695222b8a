export { ConfirmIdentity } from './confirm-identity.tsx';
export { LoginCallbackPage } from './login-callback-page.tsx';
export { LoginPage } from './login-page.tsx';
export { RequireSession } from './require-session.tsx';
export type { NewAccount } from './sign-in.ts';
export { useRememberReturnPath } from './use-remember-return-path.ts';
