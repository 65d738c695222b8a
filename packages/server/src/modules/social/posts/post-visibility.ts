import { type Actor, uidOf } from '../../../platform/actor.ts';
import { type Placeholder, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { canSeeAdultContent, hasBlocks, isVisibleToReader } from '../../users/index.ts';

/** Properties of a reader that change the text of statements on posts. */
export interface ReaderShape {
  readonly signedIn: boolean;
  /** `canSeeAdultContent` of the reader. */
  readonly adult: boolean;
  /** `hasBlocks` of the reader. */
  readonly blocks: boolean;
}

export function readerShape(actor: Actor): ReaderShape {
  return {
    signedIn: uidOf(actor) !== null,
    adult: canSeeAdultContent(actor),
    blocks: hasBlocks(actor),
  };
}

/**
 * SQL condition: who may see a post, for lists, pages, previews and counts, on the rows `posts` and, as
 * its author, `users`. The reader may see the author's profile, the post is not hidden, and a sensitive
 * one is for readers with an age check (docs/product/community.md). The author always gets it; `toPost`
 * adds the reason and withholds adult content.
 * @param reader placeholder of the reader's uid; unused for a visitor
 */
export function postVisibleTo(reader: Placeholder | string, shape: ReaderShape): SQL<boolean> {
  const shown = shape.adult
    ? sql`posts.hidden_at IS NULL`
    : sql`posts.hidden_at IS NULL AND NOT posts.sensitive`;
  const open = isVisibleToReader(shape.signedIn ? reader : null, shape.blocks);
  if (!shape.signedIn) return sql<boolean>`(${shown} AND ${open})`;
  return sql<boolean>`((${shown} OR posts.author_id = ${reader}) AND ${open})`;
}
