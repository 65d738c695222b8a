export {
  type BucketConfig,
  type Config,
  ConfigError,
  type DiscordConfig,
  type ExaminedSettings,
  examineSettings,
  type PaymentConfig,
  readConfig,
} from './config.ts';
export { type DataSettings, readDataSettings } from './data-settings.ts';
export { envExample, settingsTables } from './settings-docs.ts';
