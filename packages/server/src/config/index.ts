export {
  type BucketConfig,
  type Config,
  ConfigError,
  type DiscordConfig,
  type PaymentConfig,
  readConfig,
} from './config.ts';
export { type DataSettings, readDataSettings } from './data-settings.ts';
export { type DiscordSettings, readDiscordSettings } from './discord-settings.ts';
export { envExample, settingsTables } from './written-settings.ts';
