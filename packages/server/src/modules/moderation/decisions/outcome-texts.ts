import type { CaseKind, DecisionAction, Outcome } from '@guilda/contract/moderation/moderation';

/** pt-BR sentences for the author of a case, by outcome. They do not name the reported person. */
const outcomeSentences: Readonly<Record<Outcome, (code: string) => string>> = {
  upheld: (code) =>
    `Analisamos sua denúncia ${code} e tomamos providências. Agradecemos por avisar!`,
  dismissed: (code) =>
    `Analisamos sua denúncia ${code} e não encontramos nada contra as regras da Guilda.`,
  granted: (code) => `Seu recurso ${code} foi aceito: a decisão da equipe não vale mais.`,
  denied: (code) => `Analisamos seu recurso ${code}, e a decisão da equipe continua valendo.`,
  answered: (code) => `A equipe respondeu ao seu pedido de suporte ${code}.`,
  useful: (code) => `Sua mensagem ${code} ajudou a Guilda: você ganhou o selo de Apoiador!`,
  noted: (code) => `A equipe leu sua mensagem ${code}. Agradecemos por escrever!`,
};

/** pt-BR sentence that says that a reviewed refund stays as it is. */
export const REFUND_STAYS_TEXT = 'O valor já voltou para quem comprou e não sai de novo.';

/** The outcome of a case, with the action of the appealed decision; null for a case that is no appeal. */
export interface ToldOutcome {
  readonly outcome: Outcome;
  readonly code: string;
  readonly appealedAction: DecisionAction | null;
}

/** pt-BR sentence for the author of a case. A granted appeal against a refund moves no money, and the sentence says so. */
export const outcomeSentence = ({ outcome, code, appealedAction }: ToldOutcome): string =>
  outcome === 'granted' && appealedAction === 'refund'
    ? `Seu recurso ${code} foi aceito: a equipe reviu o reembolso. ${REFUND_STAYS_TEXT}`
    : outcomeSentences[outcome](code);

/** For each kind of case, the outcomes that it can have. */
export const outcomesByCaseKind: Readonly<Record<CaseKind, readonly Outcome[]>> = {
  report: ['upheld', 'dismissed'],
  appeal: ['granted', 'denied'],
  support: ['answered'],
  feedback: ['useful', 'noted'],
};
