import { composeMail, type MailSite, whyMailedNote } from '../../../platform/mail/index.ts';
import type { Mail } from '../../../ports/mailer.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import type { CaseDetails } from '../cases/case-store.ts';
import { outcomeSentence } from '../decisions/outcome-texts.ts';
import { decisionsPath } from './decision-mail.ts';

/** Path of the page on which people follow the cases that they submitted. */
export const casesPath = '/user/settings/denuncias';

/**
 * The mail about the outcome of a support request or an appeal. Null for other kinds of case, for open cases and when
 * the author's account is closed.
 */
export async function outcomeMail(
  { case: row, author, decision }: CaseDetails,
  site: MailSite,
): Promise<Mail | null> {
  const { id, kind, number, outcome, answer } = row;
  if (outcome === null || !author?.email || (kind !== 'support' && kind !== 'appeal')) return null;
  const code = caseCodeOf(kind, number);
  const isAppeal = kind === 'appeal';
  return composeMail(
    {
      id: `outcome-${id}`,
      to: author.email,
      subject: isAppeal ? `Seu recurso ${code} foi analisado` : `Resposta ao seu pedido ${code}`,
      preheader: 'Veja o que a equipe respondeu.',
      heading: isAppeal ? 'Seu recurso foi analisado' : 'A equipe respondeu',
      blocks: [
        {
          kind: 'text',
          text: outcomeSentence({ outcome, code, appealedAction: decision?.action ?? null }),
        },
        // The answer is null once it was deleted after its retention period.
        ...(answer ? [{ kind: 'quote' as const, text: answer }] : []),
      ],
      button: {
        label: isAppeal ? 'Ver a decisão' : 'Ver seus pedidos',
        url: site.publicUrl + (isAppeal ? decisionsPath : casesPath),
      },
      notes: [whyMailedNote],
    },
    site,
  );
}
