import type {
  CaseKind,
  DecisionAction,
  Outcome,
  SubjectKind,
} from '@guilda/contract/moderation/moderation';
import type { QueueKind } from '@guilda/contract/moderation/moderation-queue';
import type { Severity } from '@guilda/contract/moderation/severity';
import type { Screen } from '@guilda/contract/privacy/screens';
import { favourableReasons, unfavourableReasons } from '../actions/reasons.ts';
import { isMoneyItem, type QueueState } from './admin-address.ts';

export const kindWords: Record<QueueKind, { singular: string; plural: string }> = {
  report: { singular: 'Denúncia', plural: 'Denúncias' },
  appeal: { singular: 'Recurso', plural: 'Recursos' },
  support: { singular: 'Suporte', plural: 'Suporte' },
  feedback: { singular: 'Feedback', plural: 'Feedback' },
  withdrawal: { singular: 'Saque', plural: 'Saques' },
  refund: { singular: 'Reembolso', plural: 'Reembolsos' },
  dispute: { singular: 'Disputa', plural: 'Disputas' },
  chargeback: { singular: 'Contestação', plural: 'Contestações' },
};

export const severityWords: Record<Severity, string> = {
  urgent: 'Urgente',
  high: 'Alta',
  normal: 'Média',
  low: 'Baixa',
};

export const queueStateWords: Record<QueueState, string> = {
  open: 'Abertos',
  mine: 'Meus',
  closed: 'Resolvidos',
};

/** Text of an empty list for the chosen filters. */
export function emptyWords(state: QueueState, kind: QueueKind | null): string {
  if (state === 'mine')
    return kind !== null && isMoneyItem(kind)
      ? 'Isto não fica com uma pessoa só. Veja em Abertos.'
      : 'Nada está com você. Abra um caso e use Pegar.';
  const isClosed = state === 'closed';
  if (kind === null) return isClosed ? 'Nada resolvido até agora.' : 'Tudo em dia. Nada espera.';
  const words: Record<QueueKind, readonly [open: string, closed: string]> = {
    report: ['Nenhuma denúncia à espera.', 'Nenhuma denúncia decidida.'],
    appeal: ['Nenhum recurso à espera.', 'Nenhum recurso decidido.'],
    support: ['Nenhum pedido de ajuda à espera.', 'Nenhum pedido de ajuda respondido.'],
    feedback: ['Nenhum feedback por ler.', 'Nenhum feedback lido.'],
    withdrawal: ['Nenhum saque à espera.', 'Nenhum saque pago ou recusado.'],
    refund: ['Nenhum reembolso parado.', 'Nenhum reembolso resolvido pela equipe.'],
    dispute: ['Nenhuma disputa à espera.', 'Nenhuma disputa decidida pela equipe.'],
    chargeback: ['Nenhuma contestação aberta.', 'Nenhuma contestação decidida.'],
  };
  return words[kind][isClosed ? 1 : 0];
}

export const outcomeWords: Record<Outcome, string> = {
  upheld: 'Procede',
  dismissed: 'Não procede',
  granted: 'Recurso aceito',
  denied: 'Decisão mantida',
  answered: 'Respondido',
  useful: 'Foi útil',
  noted: 'Anotado',
};

/** Labels of the outcomes that a case of each kind can have. */
export const outcomeChoices: Record<CaseKind, readonly { value: Outcome; label: string }[]> = {
  report: [
    { value: 'upheld', label: 'Procede' },
    { value: 'dismissed', label: 'Não procede' },
  ],
  appeal: [
    { value: 'granted', label: 'Aceitar recurso' },
    { value: 'denied', label: 'Manter decisão' },
  ],
  support: [{ value: 'answered', label: 'Responder' }],
  feedback: [
    { value: 'useful', label: 'Foi útil' },
    { value: 'noted', label: 'Só anotar' },
  ],
};

/** Frequent reasons of each outcome; pressing one puts its text into the field. */
export const quickReasons: Record<Outcome, readonly string[]> = {
  upheld: unfavourableReasons,
  dismissed: ['Não encontramos nada contra as regras.', 'Falta indício do que foi contado.'],
  granted: favourableReasons,
  denied: ['Olhamos de novo e a regra vale aqui.', 'Nada de novo foi contado.'],
  answered: ['Reembolsamos o pedido.', 'Falamos com quem vendeu. O pedido segue.'],
  useful: ['Agradecemos! Já está na nossa lista.'],
  noted: ['Agradecemos por escrever. Lemos com atenção.'],
};

export const subjectWords: Record<SubjectKind, string> = {
  user: 'Perfil',
  service: 'Serviço',
  post: 'Publicação',
  comment: 'Comentário',
  review: 'Avaliação',
  order: 'Pedido',
};

export const decisionWords: Record<DecisionAction, string> = {
  hide: 'Escondido',
  blur: 'Desfocado',
  warn: 'Advertência',
  suspend: 'Suspensão',
  refund: 'Reembolso',
  require_age: 'Confirmação de idade',
};

/** Labels of actions in the audit log. */
const loggedWords: Readonly<Record<string, string>> = {
  hide: 'Escondeu',
  restore: 'Mostrou de novo',
  show: 'Mostrou de novo',
  blur: 'Desfocou',
  unblur: 'Tirou o desfoque de',
  mark_sensitive: 'Marcou como sensível',
  unmark_sensitive: 'Tirou a marca de sensível de',
  warn: 'Advertiu',
  suspend: 'Suspendeu',
  lift: 'Tirou a suspensão de',
  require_age: 'Pediu a confirmação de idade de',
  waive_age: 'Aceitou a idade de',
  refund: 'Reembolsou',
  ban_picture: 'Barrou a imagem de',
  open_evidence: 'Abriu a cópia de',
  authority_package: 'Fez o pacote para a autoridade de',
  grant_admin: 'Deu acesso de equipe a',
  open_access_records: 'Abriu os registros de acesso de',
  revoke_admin: 'Tirou o acesso de equipe de',
  export_sellers: 'Exportou as vendas no',
  import_banned_list: 'Importou imagens barradas da',
  retry: 'Tentou de novo',
  settle: 'Deu como pago',
  approve: 'Aprovou pela primeira vez',
  refuse: 'Recusou',
  dispute_refunded: 'Devolveu tudo na disputa de',
  dispute_partly_refunded: 'Devolveu uma parte na disputa de',
  dispute_released: 'Deu o dinheiro a quem vendeu na disputa de',
  upheld: 'Deu razão a',
  dismissed: 'Descartou',
  granted: 'Aceitou',
  denied: 'Manteve a decisão em',
  answered: 'Respondeu',
  useful: 'Achou útil',
  noted: 'Anotou',
};

/** Label of an action in the audit log; an unknown action is shown by its name, with spaces for the underscores. */
export function loggedText(actionName: string): string {
  return loggedWords[actionName] ?? actionName.replaceAll('_', ' ');
}

/** Labels of the kinds of subjects in the audit log. */
const loggedSubjectWords: Readonly<Record<string, string>> = {
  ...subjectWords,
  case: 'Caso',
  withdrawal: 'Saque',
  refund: 'Reembolso',
  sellers_report: 'Arquivo',
  banned_list: 'Lista',
};

/** Label of a subject in the audit log. */
export function loggedSubjectText(subjectKind: string): string {
  return loggedSubjectWords[subjectKind] ?? subjectKind;
}

/** Labels of analytics events. */
const eventWords: Readonly<Record<string, string>> = {
  screen_view: 'Páginas vistas',
  login: 'Entradas',
  sign_up: 'Contas novas',
  search: 'Buscas',
  view_item: 'Serviços vistos',
  begin_checkout: 'Compras iniciadas',
  purchase: 'Compras confirmadas',
  long_task: 'Travamentos',
  slow_resource: 'Arquivos lentos',
  google_lost: 'Envios perdidos ao Google',
};

/** Label of an analytics event. */
export function eventText(event: string): string {
  return eventWords[event] ?? event.replaceAll('_', ' ');
}

const screenWords: Readonly<Record<Screen, string>> = {
  '/': 'Início',
  '/login': 'Entrar',
  '/category/:category': 'Categoria',
  '/user/:username': 'Perfil',
  '/user/settings': 'Configurações',
  '/user/settings/:section': 'Seção das configurações',
  '/post/:uid': 'Publicação',
  '/service/:serviceId': 'Serviço',
  '/success': 'Compra confirmada',
  '/community': 'Comunidade',
  '/search': 'Busca',
  '/search/services': 'Busca de serviços',
  '/search/users': 'Busca de pessoas',
  '/sales': 'Vendas',
  '/teste': 'Teste do site',
  '/discord/callback': 'Volta do Discord',
  '/pack/:paymentId/:serviceId': 'Pacote comprado',
  '/pack/:serviceId': 'Pacote à venda',
  '/admin': 'Moderação',
  '/termos': 'Termos de uso',
  '/privacidade': 'Privacidade',
  '/transparencia': 'Transparência',
  '/vender': 'Quero vender',
  '/ajuda': 'Ajuda',
  '/ajuda/:topic': 'Assunto da ajuda',
  other: 'Outras páginas',
};

/** Label of a page in the statistics of page views; a page without a label is shown by its identifier. */
export function screenText(screen: string): string {
  const wordsByScreen: Readonly<Record<string, string>> = screenWords;
  return wordsByScreen[screen] ?? screen;
}
