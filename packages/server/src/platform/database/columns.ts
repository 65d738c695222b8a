import { customType, timestamp } from './query-builder.ts';

/** A `timestamptz` column that is read and written as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A `bytea` column that is read and written as a `Buffer`. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
