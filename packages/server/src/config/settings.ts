import { z } from 'zod';
import { companySettings } from './company-settings.ts';
import { coreSettings } from './core-settings.ts';
import { externalServiceSettings } from './external-service-settings.ts';
import { type SettingNotes, settingGroups, settingNotes } from './setting.ts';
import { storageSettings } from './storage-settings.ts';

/**
 * Schema of all environment variables of the program; `.env.example` and the tables of `docs/operations.md` are
 * generated from it.
 */
export const environmentSchema = z.object({
  ...coreSettings,
  ...storageSettings,
  ...externalServiceSettings,
  ...companySettings,
});

export type Environment = z.output<typeof environmentSchema>;

/** Name of an environment variable. */
export type SettingName = keyof Environment;

/** A setting with its documentation. */
export interface Setting extends SettingNotes {
  readonly name: SettingName;
  /** Default value as text for the environment; null without a fixed default. */
  readonly fallback: string | null;
}

function defaultValueOf(schema: z.ZodType): string | null {
  if (!(schema instanceof z.ZodDefault)) return null;
  const defaultValue = schema.def.defaultValue;
  if (Array.isArray(defaultValue)) return defaultValue.join(',') || null;
  if (typeof defaultValue === 'boolean') return defaultValue ? '1' : '0';
  return String(defaultValue);
}

/** All settings, ordered by group. */
export const settings: readonly Setting[] = Object.keys(settingGroups).flatMap((group) =>
  Object.entries(environmentSchema.shape).flatMap(([name, schema]) => {
    const notes = settingNotes.get(schema);
    if (notes?.group !== group) return [];
    return [{ ...notes, name: name as SettingName, fallback: defaultValueOf(schema) }];
  }),
);
