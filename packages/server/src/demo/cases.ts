import type { CaseKind } from '@guilda/contract/moderation/moderation';

/** A moderation case of the demo. */
export interface DemoCase {
  readonly kind: CaseKind;
  /** Name of the person who opened the case. */
  readonly author: string;
  /** For reports: name of the reported person; absent when the author of the post is reported. */
  readonly reportedPerson?: string;
  /** For reports: set when the report is about the demo's sensitive post. */
  readonly isAboutSensitivePost?: true;
  readonly title?: string;
  readonly message: string;
  /** Severity as stored in the database: 4 urgent, 3 high, 2 normal, 1 low. */
  readonly severity: number;
  /** For reports: set when the reported person may be a minor. */
  readonly concernsMinor?: true;
  readonly minutesAgo: number;
}

/** Open cases of the demo; the appeal is about `demoWarning`. */
export const demoCases: readonly DemoCase[] = [
  {
    kind: 'report',
    author: 'LuaDeSilicio',
    reportedPerson: 'TatuDoMid',
    title: 'Diz no chat que tem 13 anos',
    message: 'Contou que usa a conta do irmão mais velho e que os pais não sabem das compras.',
    severity: 4,
    concernsMinor: true,
    minutesAgo: 35,
  },
  {
    kind: 'report',
    author: 'GaroaNoturna',
    isAboutSensitivePost: true,
    title: 'A imagem é forte demais',
    message: 'Está marcada como sensível, mas acho que passou do ponto mesmo assim.',
    severity: 3,
    minutesAgo: 190,
  },
  {
    kind: 'report',
    author: 'ZefaSpeedrun',
    reportedPerson: 'TatuDoMid',
    title: 'Cobrou por fora do site',
    message:
      'Depois de eu pagar pela ficha, pediu um Pix extra no chat para “liberar” a segunda hora. Recusei.',
    severity: 2,
    minutesAgo: 480,
  },
  {
    kind: 'report',
    author: 'CapivaraGG',
    reportedPerson: 'SaciComLag',
    title: 'Spam em comentários',
    message: 'Cola o mesmo convite embaixo de toda publicação da semana.',
    severity: 2,
    minutesAgo: 1_600,
  },
  {
    kind: 'support',
    author: '',
    message: 'Paguei ontem e ainda não tive resposta no chat. Consigo remarcar?',
    severity: 2,
    minutesAgo: 75,
  },
  {
    kind: 'appeal',
    author: 'SaciComLag',
    message: 'O comentário era brincadeira entre amigos, e a pessoa riu junto. Podem ver de novo?',
    severity: 2,
    minutesAgo: 260,
  },
  {
    kind: 'feedback',
    author: 'PudimHeadshot',
    message: 'Queria poder filtrar os serviços por horário da noite. Jogo depois das dez.',
    severity: 1,
    minutesAgo: 2_900,
  },
];

/** An earlier decision, against which the demo's appeal is made. */
export const demoWarning = {
  by: 'Dona_Crit',
  about: 'SaciComLag',
  reason: 'Linguagem ofensiva em comentários.',
  minutesAgo: 1_500,
};
