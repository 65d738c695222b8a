import { sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { hasBlocks, openToAge, openToReader } from '../users/index.ts';
import { serviceColumns, serviceSource, serviceStands } from './service-queries.ts';
import type { ServiceRow } from './view.ts';

const given = sql.placeholder;

/** Of a reader, what changes the text of the statement that reads one service. */
interface ServiceReader {
  readonly signedIn: boolean;
  readonly blocks: boolean;
}

/**
 * A service is there for everyone whom its seller's profile is open to; off the market, for its
 * seller and those who bought it. They keep what they bought across a block, too (`product §3`).
 */
function readStatement({ signedIn, blocks }: ServiceReader): Statement<ServiceRow> {
  const onMarket = sql`(services.status = 'active' AND ${openToAge(sql`services.adult`, true)})`;
  const bought = sql`EXISTS (
    SELECT 1 FROM payments p WHERE p.service_id = services.id
      AND p.buyer_id = ${given('reader')} AND p.paid_at IS NOT NULL)`;
  const involved = sql`services.seller_id = ${given('reader')} OR ${bought}`;
  const reader = signedIn ? given('reader') : null;
  const open = blocks
    ? sql`(${openToReader(reader, true)} OR (${openToReader(reader, false)} AND ${bought}))`
    : openToReader(reader, false);
  return compileStatement(
    sql`SELECT ${serviceColumns} FROM ${serviceSource}
      WHERE services.id = ${given('id')} AND ${serviceStands} AND ${open}
        AND ${signedIn ? sql`(${onMarket} OR ${involved})` : sql`services.status = 'active'`}`,
    `service ${signedIn} ${blocks}`,
  );
}

const reading = {
  visitor: readStatement({ signedIn: false, blocks: false }),
  person: readStatement({ signedIn: true, blocks: false }),
  'person with blocks': readStatement({ signedIn: true, blocks: true }),
};

function readingOf(actor: Actor): Statement<ServiceRow> {
  if (actor.kind === 'visitor') return reading.visitor;
  return hasBlocks(actor) ? reading['person with blocks'] : reading.person;
}

/**
 * One service; null when it is not there for this reader. It may be for adults: other modules, and
 * whatever shows it to somebody, ask `openService` instead.
 */
export async function readService(
  pool: Queryable,
  actor: Actor,
  id: string,
): Promise<ServiceRow | null> {
  const rows = await readingOf(actor)(pool, { reader: uidOf(actor), id });
  return rows[0] ?? null;
}

function onMarketStatement({ signedIn, adult, blocks }: MarketReader): Statement<ServiceRow> {
  return compileStatement(
    sql`SELECT ${serviceColumns} FROM ${serviceSource}
      WHERE services.id = ANY(${given('ids')}::uuid[]) AND ${serviceStands}
        AND services.status = 'active' AND ${openToAge(sql`services.adult`, adult)}
        AND ${openToReader(signedIn ? given('reader') : null, blocks)}`,
    `services on the market ${signedIn} ${adult} ${blocks}`,
  );
}

/** Everything about a reader that changes the text of a statement. */
interface MarketReader {
  readonly signedIn: boolean;
  readonly adult: boolean;
  readonly blocks: boolean;
}

const onMarket = new Map<string, Statement<ServiceRow>>();

/** Of these services, those that this reader may buy now, in no order. */
export async function readOnMarket(
  pool: Queryable,
  reader: MarketReader & { readonly uid: string | null },
  ids: readonly string[],
): Promise<ServiceRow[]> {
  const { uid, ...shape } = reader;
  const name = JSON.stringify(shape);
  const statement = onMarket.get(name) ?? onMarketStatement(shape);
  onMarket.set(name, statement);
  return statement(pool, { reader: uid, ids });
}

const reachable = compileStatement<ServiceRow>(
  sql`SELECT ${serviceColumns} FROM ${serviceSource} WHERE services.id = ${given('id')}`,
  'service whatever became of it',
);

/** A service whatever became of it, for those who own or bought it: the caller decides who they are. */
export async function readSoldService(pool: Queryable, id: string): Promise<ServiceRow | null> {
  const rows = await reachable(pool, { id });
  return rows[0] ?? null;
}
