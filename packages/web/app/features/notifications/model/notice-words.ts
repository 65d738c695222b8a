import type { Notification } from '@guilda/contract/notifications';

export type Worded = Pick<Notification, 'type' | 'content' | 'senderName' | 'additionalInfo'>;

/** What a notification is about, by the event it tells of. */
const events: Readonly<Record<string, string>> = {
  paid: 'Pagamento',
  expired: 'Pagamento',
  revoked: 'Pagamento',
  completed: 'Atendimento',
  refunded: 'Reembolso',
  returned: 'Reembolso',
  reviewed: 'Avaliação',
  withdrawal_settled: 'Saque',
  withdrawal_refused: 'Saque',
  case_decided: 'Equipe',
  decision: 'Equipe',
  decision_lifted: 'Equipe',
  export_ready: 'Seus dados',
};

/** The same by its type, where the event says nothing; other types are named by who sent them. */
const types: Readonly<Record<string, string>> = {
  payment: 'Pagamento',
  achievement: 'Selo novo',
  gift: 'Presente',
  call: 'Ligação perdida',
  moderation: 'Equipe',
  export: 'Seus dados',
};

function leadOf({ type, senderName, additionalInfo }: Worded): string {
  const about =
    type === 'message' ? undefined : (events[additionalInfo['event'] ?? ''] ?? types[type]);
  return about ?? senderName ?? 'Guilda';
}

/**
 * How much of a notification's text stands before its sender's badges: none where the sender leads it;
 * null where it does not name them.
 */
export function badgesAfter({ type, senderName }: Worded, lead: string, text: string) {
  if (senderName === null) return null;
  if (lead === senderName) return 0;
  const named = type === 'call' ? text.indexOf(senderName) : -1;
  return named < 0 ? null : named + senderName.length;
}

/** A notification in two parts: who or what it is about, set bold, and what it says. */
export function noticeWords(notice: Worded): { lead: string; text: string } {
  const lead = leadOf(notice);
  const { content } = notice;
  // A sentence that begins with it does not say it twice.
  const said = content.startsWith(lead) && !/^[\p{L}\p{N}]/u.test(content.slice(lead.length));
  return { lead, text: said ? content.slice(lead.length) : ` ${content}` };
}
