import type { ReadHeld } from '../../platform/database/held-rows.ts';
import { heldAgeCheck } from '../age/index.ts';
import { heldCalls } from '../calls/index.ts';
import { heldServices } from '../catalog/index.ts';
import { heldSessions } from '../identity/index.ts';
import { heldCases, heldDecisions } from '../moderation/index.ts';
import { heldNotifications } from '../notifications/index.ts';
import { heldOrders } from '../orders/index.ts';
import { heldDownloads } from '../packs/index.ts';
import { heldReach } from '../reach/index.ts';
import { heldReviews } from '../reviews/index.ts';
import { heldComments, heldLikes, heldPosts } from '../social/index.ts';
import { heldBlocks, heldProfile } from '../users/index.ts';
import { heldLedger, heldWithdrawals } from '../wallet/index.ts';
import { heldExports } from './export-store.ts';

/** One JSON file of a copy. */
export interface Section {
  readonly file: string;
  /** What its owner reads of it. */
  readonly about: string;
  readonly read: ReadHeld;
  /** It holds one thing, not a list. */
  readonly single?: true;
}

/** What is held on a person, place by place; conversations and files come beside it. */
export const sections: readonly Section[] = [
  { file: 'perfil.json', about: 'sua conta e seu perfil', read: heldProfile, single: true },
  { file: 'servicos.json', about: 'seus serviços, também os retirados', read: heldServices },
  { file: 'publicacoes.json', about: 'suas publicações na comunidade', read: heldPosts },
  { file: 'comentarios.json', about: 'seus comentários', read: heldComments },
  { file: 'curtidas.json', about: 'as publicações que você curtiu', read: heldLikes },
  { file: 'avaliacoes.json', about: 'as avaliações que fez e recebeu', read: heldReviews },
  { file: 'pedidos.json', about: 'suas compras e vendas', read: heldOrders },
  { file: 'downloads.json', about: 'o que abriu ou baixou dos pacotes', read: heldDownloads },
  { file: 'extrato.json', about: 'cada movimento do seu dinheiro na Guilda', read: heldLedger },
  { file: 'saques.json', about: 'seus pedidos de saque', read: heldWithdrawals },
  { file: 'notificacoes.json', about: 'os avisos que recebeu', read: heldNotifications },
  { file: 'sessoes.json', about: 'os aparelhos em que entrou', read: heldSessions },
  { file: 'bloqueios.json', about: 'as pessoas que você bloqueou', read: heldBlocks },
  { file: 'preferencias.json', about: 'suas escolhas de avisos', read: heldReach, single: true },
  {
    file: 'denuncias-e-pedidos.json',
    about: 'o que você contou à equipe: denúncias, recursos, suporte e opiniões',
    read: heldCases,
  },
  { file: 'decisoes.json', about: 'o que a equipe decidiu sobre você', read: heldDecisions },
  { file: 'ligacoes.json', about: 'suas ligações recentes', read: heldCalls },
  { file: 'idade.json', about: 'sua verificação de idade', read: heldAgeCheck, single: true },
  { file: 'copias.json', about: 'as cópias dos dados que você pediu', read: heldExports },
];
