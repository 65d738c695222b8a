import type { Database } from '../../platform/database/pool.ts';
import { isVisible } from './picture-store.ts';

/**
 * Whether anyone may see a picture: it is whole, not deleted and not for adults (`product §9`).
 * Denied by default, so for an id that never was.
 */
export const isPictureVisible =
  (deps: { readonly database: Pick<Database, 'pool'> }) =>
  (id: string): Promise<boolean> =>
    isVisible(deps.database.pool, id);
