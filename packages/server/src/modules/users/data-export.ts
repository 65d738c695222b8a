import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { type SQL, sql } from '../../platform/database/query-builder.ts';

/**
 * SQL for another person in a data export: only uid and name, as Guilda shows them (docs/product/privacy.md).
 * @param userAlias alias of the row of `users`
 */
export function exportedOtherPerson(userAlias: string): SQL {
  const row = sql.identifier(userAlias);
  return sql`json_build_object('uid', ${row}.uid, 'name', CASE WHEN ${row}.deleted_at IS NULL
    THEN coalesce(${row}.display_name, ${row}.username) ELSE 'Usuário removido' END)`;
}

/** The account and the profile of the person. Columns that exist only for searching are left out. */
export const profileDataExport = dataExportReader({
  columns: sql`uid, username, email, display_name AS "displayName", photo_url AS "photoURL", bio,
    effect_phrase AS "effectPhrase", discord_id AS "discordId", privacy,
    can_be_called AS "canBeCalled", role, rating_sum AS "ratingSum",
    rating_count AS "reviewCount", completed_sales AS "completedSales",
    top_contributor AS "topContributor", supporter, age_verified_until AS "ageVerifiedUntil",
    sixteen_verified_until AS "sixteenVerifiedUntil",
    age_required_at AS "ageRequiredAt", age_settled_at AS "ageSettledAt",
    suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason",
    suspended_until AS "suspendedUntil", hidden_at AS "hiddenAt", hidden_reason AS "hiddenReason",
    json_build_object('issuer', issuer, 'subject', subject) AS "signIn",
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql`FROM users WHERE uid = ${exportedUid}`,
  sortTime: sql`created_at`,
  id: sql`uid`,
});

/**
 * The people whom the person has blocked. Blocks by others are not exported, because a block is data of the person who
 * set it.
 */
export const blocksDataExport = dataExportReader({
  columns: sql`${exportedOtherPerson('other')} AS person, b.created_at AS "createdAt"`,
  from: sql`FROM user_blocks b JOIN users other ON other.uid = b.blocked_id
    WHERE b.blocker_id = ${exportedUid}`,
  sortTime: sql`b.created_at`,
  id: sql`b.blocked_id`,
});
