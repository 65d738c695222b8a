export {
  type Config,
  ConfigError,
  readConfig,
  type ValidatedSettings,
  validateSettings,
} from './config.ts';
export { type DataSettings, readDataSettings } from './data-settings.ts';
export type {
  BucketConfig,
  DiscordConfig,
  PaymentConfig,
  PayoutConfig,
} from './external-service-config.ts';
export { formatEnvExample, formatSettingsTables } from './settings-docs.ts';
