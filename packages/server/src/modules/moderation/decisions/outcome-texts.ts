import type { CaseKind, Outcome } from '@guilda/contract/moderation/moderation';

/** pt-BR sentence for the author of a case, by outcome. It does not name the reported person. */
export const outcomeSentences: Readonly<Record<Outcome, (code: string) => string>> = {
  upheld: (code) => `Analisamos sua denúncia ${code} e tomamos providências. Obrigado por avisar!`,
  dismissed: (code) =>
    `Analisamos sua denúncia ${code} e não encontramos nada contra as regras da Guilda.`,
  granted: (code) => `Seu recurso ${code} foi aceito: a decisão da equipe não vale mais.`,
  denied: (code) => `Analisamos seu recurso ${code}, e a decisão da equipe continua valendo.`,
  answered: (code) => `A equipe respondeu ao seu pedido de suporte ${code}.`,
  useful: (code) => `Sua mensagem ${code} ajudou a Guilda: você ganhou o selo de Apoiador!`,
  noted: (code) => `A equipe leu sua mensagem ${code}. Obrigado por escrever!`,
};

/** For each kind of case, the outcomes that it can have. */
export const outcomesByCaseKind: Readonly<Record<CaseKind, readonly Outcome[]>> = {
  report: ['upheld', 'dismissed'],
  appeal: ['granted', 'denied'],
  support: ['answered'],
  feedback: ['useful', 'noted'],
};
