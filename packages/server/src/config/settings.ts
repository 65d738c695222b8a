import { z } from 'zod';
import { houseSettings } from './house-settings.ts';
import { outsideSettings } from './outside-settings.ts';
import { groups, notes, type SettingNotes } from './setting.ts';

/** Every variable the program reads. `.env.example` and the tables of `docs/operations.md` are made of it. */
export const environment = z.object({ ...houseSettings, ...outsideSettings });

export type Environment = z.output<typeof environment>;

/** Name of a variable. */
export type SettingName = keyof Environment;

/** One setting as it is told. */
export interface Setting extends SettingNotes {
  readonly name: SettingName;
  /** What holds without it, in the form in which it is given; null without a fixed one. */
  readonly fallback: string | null;
}

function fallbackOf(schema: z.ZodType): string | null {
  if (!(schema instanceof z.ZodDefault)) return null;
  const value = schema.def.defaultValue;
  if (Array.isArray(value)) return value.join(',') || null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

/** All settings in the order of their groups. */
export const settings: readonly Setting[] = Object.keys(groups).flatMap((group) =>
  Object.entries(environment.shape).flatMap(([name, schema]) => {
    const told = notes.get(schema);
    if (told?.group !== group) return [];
    return [{ ...told, name: name as SettingName, fallback: fallbackOf(schema) }];
  }),
);
