import { composeMail, whyMailed } from '../../platform/mail/index.ts';
import type { Mail } from '../../ports/mailer.ts';
import { caseCode } from './case-code.ts';
import type { CaseReading } from './case-store.ts';
import { decisionsPath } from './decision-mail.ts';
import { outcomeSentence } from './outcome-texts.ts';

/** Where people read what came of their cases. */
const casesPath = '/user/settings#denuncias';

/**
 * What the author of a support request or an appeal reads of its outcome; null where no mail is due:
 * of other kinds, of an open case, and of a closed account.
 */
export async function outcomeMail(
  { case: row, author }: CaseReading,
  publicUrl: string,
): Promise<Mail | null> {
  const { id, kind, number, outcome, answer } = row;
  if (outcome === null || !author.email || (kind !== 'support' && kind !== 'appeal')) return null;
  const code = caseCode(kind, number);
  const appeal = kind === 'appeal';
  return composeMail({
    id: `outcome-${id}`,
    to: author.email,
    subject: appeal ? `Seu recurso ${code} foi analisado` : `Resposta ao seu pedido ${code}`,
    preheader: 'Veja o que a equipe respondeu.',
    heading: appeal ? 'Seu recurso foi analisado' : 'A equipe respondeu',
    blocks: [
      { kind: 'text', text: outcomeSentence[outcome](code) },
      // Its text is let go in time.
      ...(answer ? [{ kind: 'quote' as const, text: answer }] : []),
    ],
    act: {
      label: appeal ? 'Ver a decisão' : 'Ver seus pedidos',
      url: publicUrl + (appeal ? decisionsPath : casesPath),
    },
    notes: [whyMailed],
  });
}
