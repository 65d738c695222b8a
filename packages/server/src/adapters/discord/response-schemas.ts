import { z } from 'zod';

/** A permission bit set, which Discord sends as decimal digits. */
const permissionBits = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt);
const snowflake = z.string().regex(/^\d{1,20}$/);

export const account = z.object({ id: snowflake });
export const channel = z.object({ id: snowflake });
export const voiceState = z.object({ channel_id: snowflake.nullable() });
export const invite = z.object({ code: z.string() });
export const tokenResponse = z.object({ access_token: z.string().min(1) });
export const channels = z.array(
  z.object({
    id: snowflake,
    type: z.number(),
    name: z.string().nullish(),
    parent_id: snowflake.nullish(),
    permission_overwrites: z
      .array(
        z.object({ id: snowflake, type: z.number(), allow: permissionBits, deny: permissionBits }),
      )
      .default([]),
  }),
);
export const application = z.object({
  id: snowflake,
  redirect_uris: z.array(z.string()).nullish(),
});
export const server = z.object({
  roles: z.array(z.object({ id: snowflake, permissions: permissionBits })),
});
export const member = z.object({ roles: z.array(snowflake) });
export const anyBody = z.unknown();
