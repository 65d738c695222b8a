import { type Actor, uidOf } from '../../../platform/actor.ts';
import {
  compileOnce,
  compileSharedRead,
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { hasBlocks, isVisibleToReader, passesAgeRestriction } from '../../users/index.ts';
import {
  isServiceAvailable,
  serviceColumns,
  serviceFromClause,
} from '../search/service-queries.ts';
import type { ServiceRow } from '../view.ts';

const placeholder = sql.placeholder;

/** Properties of the reader that change the SQL text of the statement for one service. */
interface ServiceReader {
  readonly signedIn: boolean;
  readonly withBlocks: boolean;
}

/**
 * The statement for one service. An active service is visible to readers who may see its seller's profile, a paused one
 * only to its seller and buyers. A buyer sees the service also when seller and buyer have blocked each other.
 */
function visibleServiceStatement({ signedIn, withBlocks }: ServiceReader): Statement<ServiceRow> {
  const buyable = sql`(services.status = 'active' AND ${passesAgeRestriction(sql`services.adult`, true)})`;
  const isBoughtByReader = sql`EXISTS (
    SELECT 1 FROM payments p WHERE p.service_id = services.id
      AND p.buyer_id = ${placeholder('reader')} AND p.paid_at IS NOT NULL)`;
  const isReaderInvolved = sql`services.seller_id = ${placeholder('reader')} OR ${isBoughtByReader}`;
  const reader = signedIn ? placeholder('reader') : null;
  const isVisible = withBlocks
    ? sql`(${isVisibleToReader(reader, true)} OR (${isVisibleToReader(reader, false)} AND ${isBoughtByReader}))`
    : isVisibleToReader(reader, false);
  return compileSharedRead(
    sql`SELECT ${serviceColumns} FROM ${serviceFromClause}
      WHERE services.id = ${placeholder('id')} AND ${isServiceAvailable} AND ${isVisible}
        AND ${signedIn ? sql`(${buyable} OR ${isReaderInvolved})` : sql`services.status = 'active'`}`,
    `service ${signedIn} ${withBlocks}`,
  );
}

const visibleServiceStatements = {
  visitor: visibleServiceStatement({ signedIn: false, withBlocks: false }),
  person: visibleServiceStatement({ signedIn: true, withBlocks: false }),
  'person with blocks': visibleServiceStatement({ signedIn: true, withBlocks: true }),
};

function statementForReader(actor: Actor): Statement<ServiceRow> {
  if (actor.kind === 'visitor') return visibleServiceStatements.visitor;
  return hasBlocks(actor)
    ? visibleServiceStatements['person with blocks']
    : visibleServiceStatements.person;
}

/**
 * Reads one service; null when this reader may not see it. Does not check whether the reader may see content for
 * adults: code that shows a service to a person calls `findVisibleService` instead.
 */
export async function readService(
  pool: Queryable,
  actor: Actor,
  id: string,
): Promise<ServiceRow | null> {
  const rows = await statementForReader(actor)(pool, { reader: uidOf(actor), id });
  return rows[0] ?? null;
}

/** A service that moderation has hidden, with the reason. */
interface HiddenServiceRow extends ServiceRow {
  readonly hiddenReason: string | null;
}

const ownHiddenService = compileStatement<HiddenServiceRow>(
  sql`SELECT ${serviceColumns}, services.hidden_reason AS "hiddenReason" FROM ${serviceFromClause}
    WHERE services.id = ${placeholder('id')} AND services.seller_id = ${placeholder('seller')}
      AND services.deleted_at IS NULL AND services.hidden_at IS NOT NULL`,
  'own hidden service',
);

/** A service of this person that moderation has hidden; null when there is none with this id. */
export async function readOwnHiddenService(
  pool: Queryable,
  sellerId: string,
  id: string,
): Promise<HiddenServiceRow | null> {
  const rows = await ownHiddenService(pool, { seller: sellerId, id });
  return rows[0] ?? null;
}

/** Properties of the reader that change the SQL text of the statement for buyable services. */
interface BuyableReader {
  readonly signedIn: boolean;
  readonly canSeeAdult: boolean;
  readonly hasBlocks: boolean;
}

const buyableServicesStatement = compileOnce(
  ({ signedIn, canSeeAdult: adult, hasBlocks: blocks }: BuyableReader) =>
    compileStatement<ServiceRow>(
      sql`SELECT ${serviceColumns} FROM ${serviceFromClause}
      WHERE services.id = ANY(${placeholder('ids')}::uuid[]) AND ${isServiceAvailable}
        AND services.status = 'active' AND ${passesAgeRestriction(sql`services.adult`, adult)}
        AND ${isVisibleToReader(signedIn ? placeholder('reader') : null, blocks)}`,
      `services on the market ${signedIn} ${adult} ${blocks}`,
    ),
);

/** Those of the given services that this reader may buy now, in no particular order. */
export async function listBuyableServices(
  pool: Queryable,
  reader: BuyableReader & { readonly uid: string | null },
  ids: readonly string[],
): Promise<readonly ServiceRow[]> {
  const { uid, ...shape } = reader;
  return buyableServicesStatement(shape)(pool, { reader: uid, ids });
}

const serviceInAnyState = compileStatement<ServiceRow>(
  sql`SELECT ${serviceColumns} FROM ${serviceFromClause} WHERE services.id = ${placeholder('id')}`,
  'service whatever became of it',
);

/** Reads a service in any state, for its seller and buyers. The caller must have checked their access. */
export async function readSoldService(pool: Queryable, id: string): Promise<ServiceRow | null> {
  const rows = await serviceInAnyState(pool, { id });
  return rows[0] ?? null;
}
