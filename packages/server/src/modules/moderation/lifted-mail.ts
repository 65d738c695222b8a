import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { composeMail, whyMailed } from '../../platform/mail/index.ts';
import type { Mail } from '../../ports/mailer.ts';
import { users } from '../users/index.ts';
import { cases } from './cases-table.ts';
import type { DecisionReading } from './decision-mail.ts';
import { liftedSentence } from './decision-texts.ts';
import { type DecisionRow, decisions } from './decisions-table.ts';

/** An appeal that was granted has a mail of its own. */
const granted = sql`EXISTS (SELECT FROM ${cases} WHERE ${cases.decisionId} = ${decisions.id}
  AND ${cases.outcome} = 'granted')`;

/**
 * A suspension that is over with where its person is reached; null where they are suspended again
 * meanwhile, or know by the mail about their appeal.
 */
export async function readLiftedMail(db: Db, id: string): Promise<DecisionReading | null> {
  const rows = await db
    .select({ decision: decisions, email: users.email })
    .from(decisions)
    .innerJoin(users, and(eq(users.uid, decisions.personId), isNull(users.suspendedAt)))
    .where(and(eq(decisions.id, id), sql`NOT ${granted}`));
  return rows[0] ?? null;
}

/** What a person reads once they are let in again. */
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
