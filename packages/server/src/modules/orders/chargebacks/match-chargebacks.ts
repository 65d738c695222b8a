import type { Chargeback } from '../../../ports/payment-provider.ts';
import type { ChargebackRow } from './chargebacks-table.ts';

/** The fields of a stored chargeback by which a reported one is recognised. */
export type StoredChargeback = Pick<
  ChargebackRow,
  'providerChargebackId' | 'providerCaseId' | 'amount' | 'status'
>;

/** A reported chargeback with its stored row; null for a new chargeback. */
export interface MatchedChargeback<Row extends StoredChargeback> {
  readonly reported: Chargeback;
  readonly stored: Row | null;
}

/** The best known id of a stored chargeback. */
export const knownIdOf = ({ providerCaseId, providerChargebackId }: StoredChargeback): string =>
  providerCaseId ?? providerChargebackId;

/** Whether a record does not contain the chargeback's own id yet. */
export const hasProvisionalId = ({ id, provisionalId }: Chargeback): boolean =>
  id === provisionalId;

/**
 * The row that is known only by a provisional id, if it is the reported chargeback's: it belongs to one of the same
 * amount, else to the first one that has no row. A row that is won belongs to a won one only, because that is final.
 */
function findProvisionalRow<Row extends StoredChargeback>(
  reported: Chargeback,
  reportedChargebacks: readonly Chargeback[],
  rows: ReadonlyMap<string, Row>,
): Row | null {
  const row = rows.get(reported.provisionalId ?? '');
  if (!row) return null;
  const candidates = reportedChargebacks.filter(
    ({ id, provisionalId, status }) =>
      provisionalId === reported.provisionalId &&
      !rows.has(id) &&
      (row.status !== 'won' || status === 'won'),
  );
  const owner = candidates.find(({ amount }) => amount === row.amount) ?? candidates[0];
  return owner === reported ? row : null;
}

/**
 * Finds the stored rows of the chargebacks that a record of one order reports. A chargeback with a provisional id is the
 * only stored one of its payment; it is left out when the payment has several, because the record does not tell which of
 * them it is.
 */
export function matchChargebacks<Row extends StoredChargeback>(
  reportedChargebacks: readonly Chargeback[],
  storedChargebacks: readonly Row[],
): MatchedChargeback<Row>[] {
  const rows = new Map(storedChargebacks.map((row) => [knownIdOf(row), row]));
  return reportedChargebacks.flatMap((reported) => {
    const stored = rows.get(reported.id);
    if (stored) return [{ reported, stored }];
    if (!hasProvisionalId(reported))
      return [{ reported, stored: findProvisionalRow(reported, reportedChargebacks, rows) }];
    const rowsOfPayment = storedChargebacks.filter((row) =>
      knownIdOf(row).startsWith(`${reported.id}-`),
    );
    return rowsOfPayment.length > 1 ? [] : [{ reported, stored: rowsOfPayment[0] ?? null }];
  });
}
