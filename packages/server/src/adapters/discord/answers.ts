import { z } from 'zod';

/** What of Discord's answers is used; everything else in them is let by. */
const snowflake = z.string().regex(/^\d{1,20}$/);

export const account = z.object({ id: snowflake });
export const channel = z.object({ id: snowflake });
export const voiceState = z.object({ channel_id: snowflake.nullable() });
export const invite = z.object({ code: z.string() });
export const token = z.object({ access_token: z.string().min(1) });
export const channels = z.array(
  z.object({
    id: snowflake,
    type: z.number(),
    name: z.string().nullish(),
    parent_id: snowflake.nullish(),
  }),
);
export const anything = z.unknown();
