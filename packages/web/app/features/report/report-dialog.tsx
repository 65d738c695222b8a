import { ageToProve, limits } from '@guilda/contract/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useInstallation } from '../../lib/installation.ts';
import { Button } from '../../ui/actions/button.tsx';
import { CheckBox } from '../../ui/forms/check-box.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { type ReportForm, reportFormSchema } from './report-schema.ts';
import { minorSafetyHint, type ReportedItem, reportTitle } from './reported.ts';
import { sendReport } from './send-report.ts';

interface ReportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  person: ReportedItem;
}

/** Dialog that reports a person or their content to the team (`docs/product/moderation.md`). */
export function ReportDialog({ open, onOpenChange, person }: ReportDialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { accountAge } = useInstallation();
  const { register, handleSubmit, reset, formState } = useForm<ReportForm>({
    resolver: zodResolver(reportFormSchema),
    defaultValues: { title: '', description: '', minor: false, underage: false },
  });
  const { errors, isSubmitting } = formState;
  const openReports = () => void navigate('/user/settings/denuncias');
  const send = handleSubmit(async (form) => {
    if (!(await sendReport(person, form, openReports))) return;
    void client.invalidateQueries({ queryKey: ['cases'] });
    reset();
    onOpenChange(false);
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={reportTitle(person)}
      backCloses
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
      <CheckBox
        {...register('minor')}
        label="Envolve alguém menor de 18 anos"
        hint={minorSafetyHint(person)}
      />
      <CheckBox
        {...register('underage')}
        label={`A própria pessoa denunciada parece ter menos de ${ageToProve(accountAge)} anos`}
        hint="Ela pode ter de confirmar a idade antes de voltar a publicar, comprar, vender e sacar."
      />
    </Dialog>
  );
}
