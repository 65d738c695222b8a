import type { OwnCase, OwnDecision } from '@guilda/contract/moderation/moderation';

/** Display names of the kinds of cases, which are a person's reports and requests to the team. */
export const caseKindWords: Readonly<Record<OwnCase['kind'], string>> = {
  report: 'Denúncia',
  appeal: 'Recurso',
  support: 'Pedido de suporte',
  feedback: 'Feedback',
};

/** Progress of a case, worded for its author. */
export const progressWords: Readonly<Record<OwnCase['progress'], string>> = {
  received: 'A equipe recebeu',
  in_review: 'Em análise',
  answered: 'A equipe respondeu',
};

const outcomeTexts: Readonly<Record<NonNullable<OwnCase['outcome']>, string>> = {
  upheld: 'Denúncia aceita',
  dismissed: 'Não encontramos violação',
  granted: 'Recurso aceito',
  denied: 'Decisão mantida',
  answered: 'Pedido respondido',
  useful: 'Feedback aproveitado',
  noted: 'Feedback anotado',
};

/** The outcome of a closed case as text; null when the server names none. */
export const outcomeText = ({ outcome }: Pick<OwnCase, 'outcome'>): string | null =>
  outcome === null ? null : outcomeTexts[outcome];

type DecisionSubjectKind = OwnDecision['subject']['kind'];

/** Possessive phrase for each subject in Portuguese, and its grammatical gender. */
const subjectWords: Readonly<Record<DecisionSubjectKind, readonly [string, 'o' | 'a']>> = {
  user: ['Seu perfil', 'o'],
  service: ['Seu serviço', 'o'],
  post: ['Sua publicação', 'a'],
  comment: ['Seu comentário', 'o'],
  review: ['Sua avaliação', 'a'],
  order: ['Seu pedido', 'o'],
};

/** Text of a decision, addressed to the person whom the decision concerns. */
export function decisionText({ action, subject }: Pick<OwnDecision, 'action' | 'subject'>): string {
  const [subjectText, ending] = subjectWords[subject.kind];
  switch (action) {
    case 'hide':
      return `${subjectText} foi ocultad${ending} pela equipe`;
    case 'blur':
      return subject.kind === 'service'
        ? 'Seu serviço foi marcado como +18'
        : `${subjectText} foi marcad${ending} como conteúdo sensível`;
    case 'warn':
      return 'Você recebeu uma advertência';
    case 'suspend':
      return 'Sua conta foi suspensa';
    case 'require_age':
      return 'Confirme sua idade para publicar, comprar, vender e sacar de novo';
    case 'refund':
      return 'Uma venda sua foi reembolsada';
  }
}

/** Whether a decision can be appealed: it is in force and was not appealed before. */
export const canAppeal = ({ liftedAt, appeal }: Pick<OwnDecision, 'liftedAt' | 'appeal'>) =>
  liftedAt === null && appeal === null;
