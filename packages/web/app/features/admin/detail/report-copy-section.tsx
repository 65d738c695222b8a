import { limits } from '@guilda/contract/limits';
import type { ModerationCase, ReportCopy } from '@guilda/contract/moderation/moderation-case';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { saveBlob } from '../../../lib/files/save-blob.ts';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { toastError } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { UserText } from '../../../ui/text/user-text.tsx';
import { useAdminAction } from '../actions/use-admin-action.ts';
import * as layout from '../admin.module.css';
import { loggedText } from '../model/words.ts';
import * as styles from './detail.module.css';
import { DetailSection } from './section.tsx';
import { SubjectPicture } from './subject-panel.tsx';

type ReportCopySeal = NonNullable<ModerationCase['seal']>;

/** Number of characters of the hash on screen; the copy button copies the whole hash. */
const SHOWN_HASH_LENGTH = 16;

/**
 * Opens the copy of reported content. The server records the opening in the audit log, so the case is reloaded
 * afterwards.
 */
function useReportCopy(caseId: string) {
  const client = useQueryClient();
  const [copy, setCopy] = useState<ReportCopy | null>(null);
  const { pending, runOnce } = useOnce();
  const openCopy = () =>
    runOnce(async () => {
      try {
        const answer = await api().moderationQueue.readReportCopy({ params: { id: caseId } });
        setCopy(answer.copy);
      } catch (error) {
        toastError(error);
      }
      void client.invalidateQueries({ queryKey: ['admin'] });
    });
  return { copy, pending, openCopy };
}

function ReportCopyContent({ copy }: { copy: ReportCopy }) {
  const { title, text, moreText, photoURL } = copy;
  return (
    <div className="column gap2">
      {title && (
        <p className="bold breakWords">
          <bdi>{title}</bdi>
        </p>
      )}
      {text && <UserText className="secondary" text={text} />}
      {moreText && <UserText className="secondary" text={moreText} />}
      {photoURL && <SubjectPicture src={photoURL} veiled alt="Imagem da cópia lacrada" />}
      {!title && !text && !photoURL && <p className="muted textSm">Sem texto.</p>}
    </div>
  );
}

function ReportCopyOpenings({ openings }: Pick<ReportCopySeal, 'openings'>) {
  if (openings.length === 0)
    return <p className="textSm muted">Ninguém abriu a cópia até agora.</p>;
  return (
    <ul className={styles.history} aria-label="Quem abriu a cópia">
      {openings.map(({ id, at, actor, action, reason }) => (
        <li key={id}>
          <time className="numeric muted" dateTime={at}>
            {fullDateTimeText(new Date(at))}
          </time>
          <span className="breakWords">
            {actor?.name ?? 'Comando no servidor'}
            <span className="muted">{` · ${loggedText(action)} caso`}</span>
            <span className="block secondary">{reason}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Button that downloads a zip with the reported content of a case for an authority, such as the police; asks for a
 * reason and for a confirmation of the administrator's identity.
 */
function AuthorityPackageButton({ item: { id, code } }: { item: ModerationCase }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    setOpen(false);
    setReason('');
    setMissing(false);
  };
  const { pending, runAction } = useAdminAction({ close, purpose: 'authority_package' });
  const confirm = () => {
    if (reason.trim() === '') return setMissing(true);
    void runAction(async (confirmationInput) => {
      const input = { params: { id }, body: { reason }, ...confirmationInput };
      saveBlob(`autoridade-${code}.zip`, await api().moderationQueue.openAuthorityPackage(input));
    }, 'Pacote salvo');
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Pacote para a autoridade
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        backCloses
        title="Pacote para a autoridade"
        text="Um arquivo com o que foi denunciado, os dados lacrados da conta e quem abriu a cópia. Ele não diz quem denunciou."
        confirmLabel="Salvar pacote"
        loading={pending}
        onConfirm={confirm}
      >
        <TextArea
          label="Motivo"
          hint="Como o número do ofício. Fica no registro e no pacote."
          max={limits.moderationReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' ? 'Motivo obrigatório' : undefined}
        />
      </ConfirmDialog>
    </>
  );
}

/**
 * The copy of reported content of a case: when it was made, its hash, who opened it, and buttons that open it or create
 * a package for an authority (`docs/product/evidence.md`).
 */
export function ReportCopySection({ item, seal }: { item: ModerationCase; seal: ReportCopySeal }) {
  const { copy, pending, openCopy } = useReportCopy(item.id);
  return (
    <DetailSection title="Cópia lacrada">
      <p className="secondary pretty">
        {`Guardada como estava em ${fullDateTimeText(new Date(seal.sealedAt))}. Cada abertura fica no registro.`}
      </p>
      <p className="row gap1 textSm muted">
        <span className="numeric">{`SHA-256 ${seal.sha256.slice(0, SHOWN_HASH_LENGTH)}…`}</span>
        <CopyButton text={seal.sha256} label="Copiar SHA-256" done="SHA-256 copiado" />
      </p>
      {copy && <ReportCopyContent copy={copy} />}
      <div className={clsx(layout.chips, 'row gap1')}>
        {!copy && (
          <Button size="small" loading={pending} onClick={openCopy}>
            Ver a cópia
          </Button>
        )}
        <AuthorityPackageButton item={item} />
      </div>
      <ReportCopyOpenings openings={seal.openings} />
    </DetailSection>
  );
}
