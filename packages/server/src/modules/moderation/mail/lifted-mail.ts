import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { composeMail, whyMailed } from '../../../platform/mail/index.ts';
import type { Mail } from '../../../ports/mailer.ts';
import { users } from '../../users/index.ts';
import { cases } from '../cases/cases-table.ts';
import { liftedSentence } from '../decisions/decision-texts.ts';
import { type DecisionRow, decisions } from '../decisions/decisions-table.ts';
import type { DecisionMailData } from './decision-mail.ts';

/** Granted appeals have a mail of their own. */
const granted = sql`EXISTS (SELECT FROM ${cases} WHERE ${cases.decisionId} = ${decisions.id}
  AND ${cases.outcome} = 'granted')`;

/** A suspension that is over with its person's address; null where they are suspended again, or their appeal was granted. */
export async function readLiftedMail(db: Db, id: string): Promise<DecisionMailData | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, and(eq(users.uid, decisions.personId), isNull(users.suspendedAt)))
    .where(and(eq(decisions.id, id), sql`NOT ${granted}`));
  return rows[0] ?? null;
}

/** The mail about the end of a suspension. */
export function liftedMail(
  { id, ...decision }: DecisionRow,
  to: string,
  publicUrl: string,
): Promise<Mail> {
  return composeMail({
    id: `lifted-${id}`,
    to,
    subject: 'Sua conta não está mais suspensa',
    preheader: 'Você já pode usar a Guilda de novo.',
    heading: 'Boas-vindas de volta!',
    blocks: [
      { kind: 'text', text: liftedSentence(decision) },
      { kind: 'text', text: 'O que você publicou e os seus serviços voltaram a aparecer.' },
    ],
    act: { label: 'Entrar na Guilda', url: `${publicUrl}/login` },
    notes: [whyMailed],
  });
}
