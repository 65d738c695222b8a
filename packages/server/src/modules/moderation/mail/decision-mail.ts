import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull } from '../../../platform/database/query-builder.ts';
import { composeMail, whyMailed } from '../../../platform/mail/index.ts';
import type { Mail } from '../../../ports/mailer.ts';
import { users } from '../../users/index.ts';
import { decisionHeading, decisionSentence } from '../decisions/decision-texts.ts';
import { type DecisionRow, decisions } from '../decisions/decisions-table.ts';

/** The page on which people read decisions about them and appeal. */
export const decisionsPath = '/user/settings#decisoes';

export interface DecisionMailData {
  readonly decision: DecisionRow;
  /** Null for a closed account. */
  readonly email: string | null;
}

/** A decision with its person's address; null when it was lifted or replaced before the mail was sent. */
export async function readDecisionMail(db: Db, id: string): Promise<DecisionMailData | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, eq(users.uid, decisions.personId))
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)));
  return rows[0] ?? null;
}

/**
 * The mail about a decision for the person it concerns: what, why and how to appeal. It does not quote the
 * subject, because mails are also shown on locked screens.
 */
export function decisionMail(
  { id, reason, ...decision }: DecisionRow,
  to: string,
  publicUrl: string,
): Promise<Mail> {
  return composeMail({
    id: `decision-${id}`,
    to,
    subject: decisionHeading(decision),
    preheader: 'Veja o motivo e como recorrer.',
    heading: decisionHeading(decision),
    blocks: [
      { kind: 'text', text: decisionSentence(decision) },
      { kind: 'facts', facts: [{ label: 'Motivo', value: reason }] },
      {
        kind: 'text',
        text: 'Se você acha que foi engano, pode recorrer uma vez: conte por que a decisão deve mudar, e a equipe olha de novo.',
      },
    ],
    act: { label: 'Ver a decisão e recorrer', url: publicUrl + decisionsPath },
    notes: [whyMailed],
  });
}
