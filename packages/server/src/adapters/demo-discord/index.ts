export { type DiscordSandboxDeps, mountDiscordSandbox } from './sandbox/mount.ts';
export {
  apiBasePath,
  authorizePath,
  type DiscordSandboxIdentity,
  snowflakeOf,
} from './sandbox-identity.ts';
