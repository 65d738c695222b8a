import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { composeMail, whyMailed } from '../../platform/mail/index.ts';
import type { Mail } from '../../ports/mailer.ts';
import { users } from '../users/index.ts';
import { decisionHeading, decisionSentence } from './decision-texts.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';

/** Where people read what the team decided, and appeal. */
export const decisionsPath = '/user/settings#decisoes';

export interface DecisionReading {
  readonly decision: DecisionRow;
  /** Null where the account is closed. */
  readonly email: string | null;
}

/**
 * A decision with where its person is reached; null when there is none, or it was taken back, or another
 * one took its place, before anybody was mailed.
 */
export async function readDecisionMail(db: Db, id: string): Promise<DecisionReading | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, eq(users.uid, decisions.personId))
    .where(and(eq(decisions.id, id), isNull(decisions.liftedAt)));
  return rows[0] ?? null;
}

/**
 * What the person concerned reads of a decision: what, why and how to have it looked at again. What
 * it is about is not quoted: a mail is also read on locked screens.
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
