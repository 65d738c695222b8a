import { randomUUID } from 'node:crypto';
import type { KeepBytes } from '../src/modules/storage/index.ts';
import { ok } from '../src/platform/result.ts';
import type { BeginUpload } from '../src/platform/uploads/room/upload.ts';

/** Room for everybody's files, where quotas are not what is tried. */
export const anyRoom: { readonly keepBytes: KeepBytes; readonly beginUpload: BeginUpload } = {
  keepBytes: async () => ok(),
  beginUpload: () => ({
    id: randomUUID(),
    cover: async () => ok(),
    [Symbol.asyncDispose]: async () => undefined,
  }),
};
