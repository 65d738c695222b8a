import { ApiError } from '@guilda/contract/api-error';
import type { SubjectView, TeamPerson } from '@guilda/contract/desk-case';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { errorText } from '../../ui/toast.ts';
import { DeedFields } from './deed-fields.tsx';
import { type Deed, deedsOf } from './deeds.ts';
import { weighs, weightText } from './offers.ts';
import { StandingLines } from './standing-lines.tsx';
import { type Seen, subjectQuery } from './subject-query.ts';
import { useDeedForm } from './use-deed-form.ts';
import { useModerate } from './use-moderate.ts';

export interface Standing {
  readonly subject: SubjectView;
  readonly person: TeamPerson | null;
}

interface ModerateDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  seen: Seen;
  title: string;
  /** Runs each time it is known how the thing stands, so that the screen shows it. */
  onStanding?: ((standing: Standing) => void) | undefined;
  /** Runs where it is about the reader, who can do no more than anybody else. */
  onConcerned?: (() => void) | undefined;
}

const none: readonly Deed[] = [];

function Waiting() {
  return (
    <Loading label="Carregando" className="col g2">
      <Skeleton height="3.2rem" />
      <Skeleton height="3.2rem" />
      <Skeleton height="5rem" />
    </Loading>
  );
}

/** Does something, for a reason, with what a person of the team is looking at (`product §9`). */
export function ModerateDialog(props: ModerateDialogProps) {
  const { open, onOpenChange, seen, title, onStanding, onConcerned } = props;
  const query = useQuery({ ...subjectQuery(seen), enabled: open });
  const { data, error } = query;
  const deeds = data ? deedsOf(data) : none;
  const form = useDeedForm(deeds);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (data) onStanding?.(data);
  }, [data, onStanding]);
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'forbidden') onConcerned?.();
  }, [error, onConcerned]);
  const close = () => {
    setAsked(false);
    onOpenChange(false);
    form.clear();
  };
  const { pending, moderate } = useModerate(seen, close);
  const send = () => data && form.deed && void moderate(data, form.deed, form);
  const submit = () => {
    if (!data || !form.check() || !form.deed) return;
    if (weighs(form.deed)) setAsked(true);
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
              variant={form.deed?.harsh ? 'dangerFill' : 'primary'}
              loading={pending && !asked}
              disabled={!data}
            >
              {form.deed?.label ?? 'Moderar'}
            </Button>
          </>
        }
      >
        {data && <StandingLines {...data} />}
        {data && <DeedFields deeds={deeds} form={form} />}
        {!data && !error && <Waiting />}
        {!data && error && (
          <ErrorState
            className="vazio-u"
            reason={errorText(error)}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Suspender a conta?"
        text={form.deed && weightText({ ...form.deed, days: form.days ?? undefined })}
        confirmLabel="Suspender a conta"
        variant="dangerFill"
        loading={pending}
        onConfirm={send}
      />
    </>
  );
}
