import { ApiError } from '@guilda/contract/api-error';
import { limits } from '@guilda/contract/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { type ReportForm, reportForm } from './report-schema.ts';
import { tellSignedOut } from './tell-signed-out.ts';

/** Whom a report is about, or what of theirs. */
export interface Reported {
  readonly uid: string;
  readonly name: string;
  /** Uid of a post of theirs. */
  readonly postId?: string | undefined;
  /** Id of a comment of theirs. */
  readonly commentId?: string | undefined;
}

function titleOf({ name, postId, commentId }: Reported): string {
  if (commentId !== undefined) return `Denunciar comentário de ${name}`;
  return postId === undefined ? `Denunciar ${name}` : `Denunciar publicação de ${name}`;
}

interface ReportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  person: Reported;
}

function toastFailure(error: unknown) {
  const text = error instanceof ApiError ? error.message : undefined;
  toast({ title: 'Erro ao enviar denúncia', text: text || undefined, tone: 'error' });
}

/** Sends the report; true once it arrived, after telling the person either way. */
async function deliver(person: Reported, form: ReportForm): Promise<boolean> {
  const uid = useSession.getState().user?.uid;
  if (uid === undefined) {
    tellSignedOut();
    return false;
  }
  const claims = {
    reportedUserId: person.uid,
    reportedPostId: person.postId,
    reportedCommentId: person.commentId,
    reportedBy: uid,
    userId: uid,
  };
  try {
    const body = { emailType: 'report' as const, emailData: { ...form, ...claims } };
    await api().moderation.sendEmail({ body });
    toast({ title: 'Denúncia enviada', text: 'Nossa equipe vai olhar com atenção.' });
    return true;
  } catch (error) {
    toastFailure(error);
    return false;
  }
}

/** Reports a person, or something of theirs, to the team (`spec §5`, `spec §8`). */
export function ReportDialog({ open, onOpenChange, person }: ReportDialogProps) {
  const { register, handleSubmit, reset, formState } = useForm<ReportForm>({
    resolver: zodResolver(reportForm),
    defaultValues: { title: '', description: '' },
  });
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async (form) => {
    if (!(await deliver(person, form))) return;
    reset();
    onOpenChange(false);
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={titleOf(person)}
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" loading={isSubmitting}>
            Enviar denúncia
          </Button>
        </>
      }
    >
      <TextInput
        {...register('title')}
        label="Título"
        max={limits.reportTitle}
        error={errors.title?.message}
      />
      <TextArea
        {...register('description')}
        label="Descrição"
        placeholder="Conte o que aconteceu e quando."
        hint="A pessoa não saberá quem denunciou."
        max={limits.reportDescription}
        error={errors.description?.message}
      />
    </Dialog>
  );
}
