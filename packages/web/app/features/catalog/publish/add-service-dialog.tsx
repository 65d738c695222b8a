import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Service } from '@guilda/contract/services/catalog';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useShownValue } from '../../../lib/navigation/use-shown-value.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { unfinishedCount } from './pack/upload-queue.ts';
import { ServiceDialog } from './service-dialog.tsx';
import { useNewService } from './use-new-service.ts';

interface AddServiceDialogProps {
  open: boolean;
  onClose: () => void;
  seller: OwnUser;
}

/**
 * Returns a function that shows a published service: its page, or only a message with a link if the person has closed
 * the dialog by Back while the service was being sent, because they may be doing something else by now.
 */
function useShowPublishedService(isOpen: boolean) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isOpenNow = useShownValue(isOpen);
  return async (service: Service) => {
    const path = `/service/${service.id}`;
    const notice = { title: 'Publicado', text: 'Seu serviço já aparece para todo mundo.' };
    if (isOpenNow.current) {
      toast(notice);
      // Replaces the history entry of the open dialog, so that Back leads to the page below it.
      await navigate(path, { replace: true });
    } else {
      toast({ ...notice, action: { label: 'Ver', run: () => void navigate(path) } });
    }
    void queryClient.invalidateQueries({ queryKey: ['services'] });
  };
}

/** Dialog to publish a service (`docs/product/services.md`), with a preview of its card beside the form. */
export function AddServiceDialog({ open, onClose, seller }: AddServiceDialogProps) {
  const showPublishedService = useShowPublishedService(open);
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
