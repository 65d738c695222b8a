export { type DiscordSandboxDeps, mountDiscordSandbox } from './sandbox/mount.ts';
export type { OfferedAccount } from './sandbox/pages/consent-page.ts';
export { accountIdOf } from './sandbox/store/accounts.ts';
export {
  apiBasePath,
  authorizePath,
  type DiscordSandboxIdentity,
  snowflakeOf,
} from './sandbox-identity.ts';
