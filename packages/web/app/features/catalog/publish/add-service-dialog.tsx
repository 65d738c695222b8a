import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Service } from '@guilda/contract/services/catalog';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from '../../../ui/feedback/toast.ts';
import { unfinishedCount } from './pack/upload-queue.ts';
import { ServiceDialog } from './service-dialog.tsx';
import { useNewService } from './use-new-service.ts';

interface AddServiceDialogProps {
  open: boolean;
  onClose: () => void;
  seller: OwnUser;
}

function useShowPublishedService() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async (service: Service) => {
    toast({ title: 'Publicado', text: 'Seu serviço já aparece para todo mundo.' });
    // Replaces the history entry of the open dialog, so that Back leads to the page below it.
    await navigate(`/service/${service.id}`, { replace: true });
    void queryClient.invalidateQueries({ queryKey: ['services'] });
  };
}

/** Dialog to publish a service (`docs/product/services.md`), with a preview of its card beside the form. */
export function AddServiceDialog({ open, onClose, seller }: AddServiceDialogProps) {
  const showPublishedService = useShowPublishedService();
  const model = useNewService(seller.uid, open, showPublishedService);
  const cancel = () => {
    // `forget` deletes the draft and its uploaded files. While uploads are unfinished, `UploadGuard` asks before the
    // dialog closes, and nothing is deleted.
    if (unfinishedCount(model.pack.queue.items()) === 0) model.forget();
    onClose();
  };
  return (
    <ServiceDialog
      open={open}
      title="Adicionar serviço"
      submitLabel="Publicar serviço"
      model={model}
      seller={seller}
      onClose={onClose}
      onCancel={cancel}
    />
  );
}
