import type { Review, ReviewSummary } from '@guilda/contract/orders/reviews';
import type { Actor } from '../../platform/actor.ts';
import { decodeCursor, type PageQuery, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { findVisibleService } from '../catalog/index.ts';
import {
  canSeeAdultContent,
  readUser,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../users/index.ts';
import { listReviewRows, readSummary } from './review-queries.ts';
import { type ReviewRow, toReview, toSummary } from './view.ts';

export interface ListReviewsDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
}

export interface ReviewPage {
  readonly reviews: Review[];
  readonly nextCursor: string | null;
}

function toPage(rows: readonly ReviewRow[], limit: number, context: ViewContext): ReviewPage {
  const { page, nextCursor } = pageOf(rows, limit, (row) => ({ key: row.writtenAt, id: row.id }));
  return { reviews: page.map((row) => toReview(row, context)), nextCursor };
}

/** A page of the reviews of a service that this reader may see, newest first, with the summary of its ratings. */
export const listReviews =
  (deps: ListReviewsDeps) =>
  async (
    actor: Actor,
    serviceId: string,
    { limit, cursor }: PageQuery,
  ): Promise<
    Result<
      ReviewPage & { summary: ReviewSummary },
      'service_not_found' | 'adults_only' | 'invalid_parameter'
    >
  > => {
    const { pool } = deps.database;
    const cursorResult = decodeCursor(cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const service = await findVisibleService(pool, actor, serviceId);
    if (!service.ok) return service;
    const [rows, summary] = await Promise.all([
      listReviewRows(pool, {
        scope: 'service',
        subjectId: serviceId,
        afterCursor: cursorResult.value,
        limit,
      }),
      readSummary(pool, serviceId),
    ]);
    return ok({ ...toPage(rows, limit, viewContextFor(deps, actor)), summary: toSummary(summary) });
  };

/** A page of the reviews that a seller has received, newest first; empty when the reader may not see the profile. */
export const listSellerReviews =
  (deps: ListReviewsDeps) =>
  async (
    actor: Actor,
    uid: string,
    { limit, cursor }: PageQuery,
  ): Promise<Result<ReviewPage, 'user_not_found' | 'invalid_parameter'>> => {
    const cursorResult = decodeCursor(cursor, timeKey);
    if (!cursorResult.ok) return cursorResult;
    const seller = await readUser(deps.database.db, actor, uid);
    if (!seller) return err('user_not_found');
    const scope = canSeeAdultContent(actor) ? ('seller adults' as const) : ('seller' as const);
    const listing = { scope, subjectId: uid, afterCursor: cursorResult.value, limit };
    const rows = seller.isProfileVisible ? await listReviewRows(deps.database.pool, listing) : [];
    return ok(toPage(rows, limit, viewContextFor(deps, actor)));
  };
