import type { Service } from '@guilda/contract/catalog';
import type { OwnUser } from '@guilda/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { FichaPreview } from './ficha-preview.tsx';
import { ServiceFields } from './service-fields.tsx';
import { useServiceForm } from './use-service-form.ts';

interface AddServiceDialogProps {
  open: boolean;
  onClose: () => void;
  seller: OwnUser;
}

/** After a refused submit the first field with a problem takes the focus, whatever kind it is. */
function useFocusOnProblem(submits: number, valid: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submits === 0 || valid) return;
    const selector = '[aria-invalid="true"], [data-invalid] button:not([disabled])';
    fields.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [submits, valid]);
  return fields;
}

function usePublished() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (service: Service) => {
    toast({ title: 'Publicado', text: 'Sua ficha já está no mural.' });
    // In place of the open dialog, so that Back leads to the page below it.
    await navigate(`/service/${service.id}`, { replace: true });
    void queryClient.invalidateQueries({ queryKey: ['services'] });
  };
}

/** Publishes a service: every rule of `spec §5`, with the ficha taking shape beside the form. */
export function AddServiceDialog({ open, onClose, seller }: AddServiceDialogProps) {
  const published = usePublished();
  const { form, values, progress, image, submit, forget } = useServiceForm(seller.uid, published);
  const { isSubmitting, submitCount, errors } = form.formState;
  const fields = useFocusOnProblem(submitCount, Object.keys(errors).length === 0);
  const close = () => {
    // What is on its way cannot be taken back; closing would hide how it ended.
    if (!isSubmitting) onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Nova ficha"
      size="xl"
      full
      onSubmit={(event) => !isSubmitting && submit(event)}
      footer={
        <>
          <Button
            variant="ghost"
            disabled={isSubmitting}
            onClick={() => {
              forget();
              close();
            }}
          >
            Cancelar
          </Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Publicar ficha
          </Button>
        </>
      }
    >
      <div className="criar" ref={fields}>
        <ServiceFields form={form} progress={progress} image={image} />
        <FichaPreview form={values} seller={seller} />
      </div>
    </Dialog>
  );
}
