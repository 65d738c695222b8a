import { type Actor, uidOf } from '../../../platform/actor.ts';
import { type Placeholder, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { canSeeAdultContent, hasBlocks, isVisibleToReader } from '../../users/index.ts';

/** Properties of a reader that change the SQL text of statements on posts. */
export interface ReaderVariant {
  readonly signedIn: boolean;
  /** Result of `canSeeAdultContent` for the reader. */
  readonly adult: boolean;
  /** Result of `hasBlocks` for the reader. */
  readonly blocks: boolean;
}

export function readerVariantOf(actor: Actor): ReaderVariant {
  return {
    signedIn: uidOf(actor) !== null,
    adult: canSeeAdultContent(actor),
    blocks: hasBlocks(actor),
  };
}

/**
 * SQL condition: the reader may see the post. Used for lists, pages, previews and counts, on the row `posts` and its
 * author's row `users`. The reader must be allowed to see the author's profile, the post must not be hidden, and a
 * sensitive post needs a reader with a valid age check (docs/product/community.md). The author always gets the post;
 * `toPost` then adds the reason for hiding and leaves out adult content.
 * @param reader placeholder of the reader's uid; unused for a visitor
 */
export function postVisibleTo(reader: Placeholder | string, variant: ReaderVariant): SQL<boolean> {
  const isContentShown = variant.adult
    ? sql`posts.hidden_at IS NULL`
    : sql`posts.hidden_at IS NULL AND NOT posts.sensitive`;
  const isAuthorVisible = isVisibleToReader(variant.signedIn ? reader : null, variant.blocks);
  if (!variant.signedIn) return sql<boolean>`(${isContentShown} AND ${isAuthorVisible})`;
  return sql<boolean>`((${isContentShown} OR posts.author_id = ${reader}) AND ${isAuthorVisible})`;
}
