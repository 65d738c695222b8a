import { ApiError } from '@guilda/contract/api-error';
import type { ModeratedPerson, SubjectView } from '@guilda/contract/moderation/moderation-case';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useInstallation } from '../../../lib/installation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ActionFields } from './action-fields.tsx';
import { actionQuestion, needsConfirmation } from './available-actions.ts';
import { type DirectAction, directActionsFor } from './direct-actions.ts';
import { StatusLines } from './status-lines.tsx';
import { type SubjectRef, subjectQuery } from './subject-query.ts';
import { useActionForm } from './use-action-form.ts';
import { useModerate } from './use-moderate.ts';

export interface SubjectStatus {
  readonly subject: SubjectView;
  readonly person: ModeratedPerson | null;
}

export interface ModerateDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  subjectRef: SubjectRef;
  title: string;
  /** Called with the subject's status whenever the dialog has loaded it, so that the page can show the status. */
  onStatus?: ((status: SubjectStatus) => void) | undefined;
  /** Called when the administrator may not moderate the subject, because it is their own. */
  onConcerned?: (() => void) | undefined;
}

const noActions: readonly DirectAction[] = [];

function ModerateDialogSkeleton() {
  return (
    <Loading label="Carregando" className="column gap2">
      <Skeleton height="3.2rem" />
      <Skeleton height="3.2rem" />
      <Skeleton height="5rem" />
    </Loading>
  );
}

/**
 * Dialog that applies one moderation action, with a reason and without a case, to a subject
 * (`docs/product/moderation.md`).
 */
export function ModerateDialog(props: ModerateDialogProps) {
  const { open, onOpenChange, subjectRef, title, onStatus, onConcerned } = props;
  const { accountAge } = useInstallation();
  const query = useQuery({ ...subjectQuery(subjectRef), enabled: open });
  const { data, error } = query;
  const directActions = data ? directActionsFor(data, accountAge) : noActions;
  const form = useActionForm(directActions);
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    if (data) onStatus?.(data);
  }, [data, onStatus]);
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'forbidden') onConcerned?.();
  }, [error, onConcerned]);
  const close = () => {
    setConfirming(false);
    onOpenChange(false);
    form.clear();
  };
  const { pending, moderate } = useModerate(subjectRef, close);
  const send = () => data && form.directAction && void moderate(data, form.directAction, form);
  const submit = () => {
    if (!data || !form.check() || !form.directAction) return;
    if (needsConfirmation(form.directAction)) setConfirming(true);
    else send();
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => (next ? onOpenChange(true) : close())}
        title={title}
        backCloses
        onSubmit={submit}
        footer={
          <>
            <Button variant="ghost" onClick={close}>
              Cancelar
            </Button>
            <Button
              type="submit"
              variant={form.directAction?.isRestrictive ? 'dangerFill' : 'primary'}
              loading={pending && !isConfirming}
              disabled={!data}
            >
              {form.directAction?.label ?? 'Moderar'}
            </Button>
          </>
        }
      >
        {data && <StatusLines {...data} />}
        {data && <ActionFields directActions={directActions} form={form} />}
        {!data && !error && <ModerateDialogSkeleton />}
        {!data && error && (
          <ErrorState
            narrow
            reason={messageOfError(error)}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Suspender a conta?"
        text={
          form.directAction &&
          actionQuestion({ ...form.directAction, days: form.days ?? undefined })
        }
        confirmLabel="Suspender a conta"
        variant="dangerFill"
        loading={pending}
        onConfirm={send}
      />
    </>
  );
}
