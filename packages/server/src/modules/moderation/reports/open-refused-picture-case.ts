import type { Database } from '../../../platform/database/pool.ts';
import type { Enqueue } from '../../../platform/jobs/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { RefusedPicture } from '../../pictures/index.ts';
import { lockOpenAccounts } from '../../users/index.ts';
import { hasOpenCaseByProduct, insertCaseOnce } from '../cases/case-store.ts';
import { severityOfNewCase, severityRank } from '../cases/severity.ts';
import type { ModerationMailTasks } from '../mail/tasks.ts';
import { sealReport } from './seal-report.ts';

export interface RefusedPictureCaseDeps {
  readonly database: Pick<Database, 'transaction'>;
  readonly ids: Ids;
  readonly enqueue: Enqueue<ModerationMailTasks>;
}

const purposeTexts: Readonly<Record<RefusedPicture['use'], string>> = {
  avatar: 'o perfil',
  cover: 'um serviço',
  post: 'uma publicação',
  pack: 'um pacote',
};

/** pt-BR text of the case, for the team only. */
function messageOf({ use, ban }: RefusedPicture): string {
  const source = ban.list === null ? 'que a equipe barrou' : `da lista “${ban.list}”`;
  return `Imagem enviada para ${purposeTexts[use]}. Ela se parece com uma imagem ${source} e foi recusada antes de alguém ver. A cópia lacrada guarda a imagem.`;
}

/**
 * Opens a case without an author about the person who uploaded a refused picture, and stores a copy of the picture with
 * the data of the account (`docs/product/moderation.md`, D-24). Returns false and stores nothing when the account is
 * closed, or when such a case about the person is open already. Otherwise repeated uploads could fill the queue and the
 * storage.
 */
export const openRefusedPictureCase =
  ({ database, ids, enqueue }: RefusedPictureCaseDeps) =>
  (refusedPicture: RefusedPicture): Promise<boolean> =>
    database.transaction(async (tx) => {
      const { id, ownerId, photoURL, ban } = refusedPicture;
      if (!(await lockOpenAccounts(tx, [ownerId]))) return false;
      if (await hasOpenCaseByProduct(tx, ownerId, ban.minor)) return false;
      const severity = severityRank[severityOfNewCase({ kind: 'report', ...ban, banned: true })];
      const openedCase = await insertCaseOnce(tx, {
        ...{ id: ids.uuid(), kind: 'report', title: 'Imagem barrada enviada', severity },
        ...{ message: messageOf(refusedPicture), reportedUserId: ownerId, minor: ban.minor },
      });
      if (!openedCase) return false;
      await enqueue(tx, 'moderation.mail_case', { caseId: openedCase.id });
      return sealReport(tx, openedCase, { id, photoURL });
    });
