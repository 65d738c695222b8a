export { type DiscordSandboxDeps, mountDiscordSandbox } from './sandbox/mount.ts';
export type { OfferedAccount } from './sandbox/pages/consent-page.ts';
export { deriveAccountId } from './sandbox/store/accounts.ts';
export {
  type DiscordSandboxIdentity,
  deriveSnowflake,
  discordApiBasePath,
  discordAuthorizePath,
} from './sandbox-identity.ts';
