import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { hasBlocks, openToReader, seesAdult } from '../users/index.ts';

/** Everything about a reader that changes the text of a statement on posts. */
export interface ReaderShape {
  readonly signedIn: boolean;
  /** `seesAdult` of the reader. */
  readonly adult: boolean;
  /** `hasBlocks` of the reader. */
  readonly blocks: boolean;
}

export function readerShape(actor: Actor): ReaderShape {
  return { signedIn: uidOf(actor) !== null, adult: seesAdult(actor), blocks: hasBlocks(actor) };
}

/**
 * The one rule of who may see a post, for lists, pages, previews and counts alike: on the rows
 * `posts` and, as its author, `users`. The author's profile is open to the reader (`openToReader`),
 * the team has not hidden it, and one that is sensitive is for checked adults (`product §9`). Its
 * author always has it: `toPost` tells them why others have not, and withholds what is for adults.
 * @param reader placeholder of the reader's uid; not read for a visitor
 */
export function postOpenTo(reader: Placeholder | string, shape: ReaderShape): SQL<boolean> {
  const shown = shape.adult
    ? sql`posts.hidden_at IS NULL`
    : sql`posts.hidden_at IS NULL AND NOT posts.sensitive`;
  const open = openToReader(shape.signedIn ? reader : null, shape.blocks);
  if (!shape.signedIn) return sql<boolean>`(${shown} AND ${open})`;
  return sql<boolean>`((${shown} OR posts.author_id = ${reader}) AND ${open})`;
}
