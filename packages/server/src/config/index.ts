export {
  type Config,
  ConfigError,
  type ExaminedSettings,
  examineSettings,
  readConfig,
} from './config.ts';
export { type DataSettings, readDataSettings } from './data-settings.ts';
export type {
  BucketConfig,
  DiscordConfig,
  PaymentConfig,
} from './external-service-config.ts';
export { envExample, settingsTables } from './settings-docs.ts';
