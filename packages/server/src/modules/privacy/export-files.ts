import { limits } from '@guilda/contract/limits';
import type { ReadEncryptedDataExport } from '../../platform/database/data-export.ts';
import { accessRecordsDataExport } from '../access-records/index.ts';
import { ageCheckDataExport } from '../age/index.ts';
import { callsDataExport } from '../calls/index.ts';
import { servicesDataExport } from '../catalog/index.ts';
import { evidenceDataExport } from '../evidence/index.ts';
import { sessionsDataExport } from '../identity/index.ts';
import { casesDataExport, decisionsDataExport } from '../moderation/index.ts';
import { deliverySettingsDataExport, notificationsDataExport } from '../notifications/index.ts';
import { ordersDataExport } from '../orders/index.ts';
import { packDownloadDaysDataExport, packDownloadsDataExport } from '../packs/index.ts';
import { reviewsDataExport } from '../reviews/index.ts';
import { commentsDataExport, likesDataExport, postsDataExport } from '../social/index.ts';
import { blocksDataExport, profileDataExport } from '../users/index.ts';
import {
  ledgerDataExport,
  payoutProfileDataExport,
  withdrawalsDataExport,
} from '../wallet/index.ts';
import { exportsDataExport } from './data-export.ts';

/** One JSON file of a data export. */
export interface ExportFile {
  readonly file: string;
  /** Description of the file in the read-me file of the export (pt-BR). */
  readonly about: string;
  readonly read: ReadEncryptedDataExport;
  /** Set when the file contains one object instead of a list. */
  readonly single?: true;
  /**
   * Set when people write the rows over sockets. Such rows are read from the primary: only requests are recorded as
   * writes, so a late read could miss what the person has just done.
   */
  readonly writtenBySockets?: true;
}

/** The JSON files of a data export. Conversations, pictures and pack files are added separately. */
export const dataExportFiles: readonly ExportFile[] = [
  { file: 'perfil.json', about: 'sua conta e seu perfil', read: profileDataExport, single: true },
  { file: 'servicos.json', about: 'seus serviços, também os retirados', read: servicesDataExport },
  { file: 'publicacoes.json', about: 'suas publicações na comunidade', read: postsDataExport },
  { file: 'comentarios.json', about: 'seus comentários', read: commentsDataExport },
  { file: 'curtidas.json', about: 'as publicações que você curtiu', read: likesDataExport },
  { file: 'avaliacoes.json', about: 'as avaliações que fez e recebeu', read: reviewsDataExport },
  { file: 'pedidos.json', about: 'suas compras e vendas', read: ordersDataExport },
  {
    file: 'downloads.json',
    about: 'o que abriu ou baixou dos pacotes',
    read: packDownloadsDataExport,
  },
  {
    file: 'downloads-por-dia.json',
    about: 'quanto foi enviado a você dos pacotes em cada dia',
    read: packDownloadDaysDataExport,
  },
  {
    file: 'provas.json',
    about: 'quando guardamos provas de uma compra ou venda sua, por disputa ou contestação',
    read: evidenceDataExport,
  },
  {
    file: 'extrato.json',
    about: 'cada movimento do seu dinheiro na Guilda',
    read: ledgerDataExport,
  },
  { file: 'saques.json', about: 'seus pedidos de saque', read: withdrawalsDataExport },
  {
    file: 'dados-de-saque.json',
    about: 'quem recebe os seus saques: nome, CPF e nascimento',
    read: payoutProfileDataExport,
    single: true,
  },
  { file: 'notificacoes.json', about: 'os avisos que recebeu', read: notificationsDataExport },
  { file: 'sessoes.json', about: 'os aparelhos em que entrou', read: sessionsDataExport },
  {
    file: 'acessos.json',
    about: `seus acessos dos últimos ${limits.kept.accessRecordMonths} meses, se pediu à equipe (veja abaixo)`,
    read: accessRecordsDataExport,
  },
  { file: 'bloqueios.json', about: 'as pessoas que você bloqueou', read: blocksDataExport },
  {
    file: 'preferencias.json',
    about: 'suas escolhas de avisos',
    read: deliverySettingsDataExport,
    single: true,
  },
  {
    file: 'denuncias-e-pedidos.json',
    about: 'o que você contou à equipe: denúncias, recursos, suporte e feedback',
    read: casesDataExport,
  },
  { file: 'decisoes.json', about: 'o que a equipe decidiu sobre você', read: decisionsDataExport },
  {
    file: 'ligacoes.json',
    about: 'suas ligações recentes',
    read: callsDataExport,
    writtenBySockets: true,
  },
  { file: 'idade.json', about: 'sua verificação de idade', read: ageCheckDataExport, single: true },
  { file: 'copias.json', about: 'as cópias dos dados que você pediu', read: exportsDataExport },
];
