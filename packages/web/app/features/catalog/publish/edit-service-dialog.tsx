import type { Service } from '@guilda/contract/services/catalog';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useShownValue } from '../../../lib/navigation/use-shown-value.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { UnsavedChangesGuard } from '../../../ui/overlays/unsaved-changes-guard.tsx';
import { updateCachedService } from '../own/service-cache.ts';
import { ServiceDialog } from './service-dialog.tsx';
import { useEditedService } from './use-edited-service.ts';

interface EditServiceDialogProps {
  service: Service;
  onClose: () => void;
}

type PackLoading = ReturnType<typeof useEditedService>['packLoading'];

/** Placeholder of the pack's files while they are loading, or their error. */
function PackLoadingState({ packLoading }: { packLoading: PackLoading }) {
  if (packLoading.error) {
    return (
      <ErrorState
        heading="h3"
        reason={packLoading.error}
        onRetry={packLoading.retry}
        retrying={packLoading.isRetrying}
      />
    );
  }
  return (
    <Loading label="Carregando os arquivos do pacote" className="column gap2">
      <Skeleton height={112} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Loading>
  );
}

/** Dialog to change a published service; pages that show the service are updated at once. */
export function EditServiceDialog({ service: currentService, onClose }: EditServiceDialogProps) {
  // The form keeps the service as it was when the dialog was opened.
  const [service] = useState(currentService);
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  const isShown = useShownValue(true);
  const showSavedService = async (savedService: Service | null) => {
    if (savedService) {
      updateCachedService(client, savedService);
      void client.invalidateQueries({ queryKey: ['packs'] });
      void client.invalidateQueries({ queryKey: ['services'] });
      // The reload ends before the dialog closes: closing is a navigation, which would start a running reload again.
      await revalidate();
      toast({ title: 'Salvo', text: 'Seu serviço já aparece como ficou.' });
    }
    // The person may have closed the dialog by Back while the service was being sent, and be on another page by now.
    if (isShown.current) onClose();
  };
  const model = useEditedService(service, showSavedService);
  const cancel = () => {
    // With unsaved changes, `UnsavedChangesGuard` asks first, and uploaded files are deleted only if the person leaves.
    if (!model.hasUnsavedChanges) model.discard();
    onClose();
  };
  return (
    <ServiceDialog
      open
      title="Editar serviço"
      submitLabel="Salvar serviço"
      model={model}
      seller={service.seller}
      currentImage={service.photoURL}
      packNote={
        model.packLoading.loaded ? undefined : <PackLoadingState packLoading={model.packLoading} />
      }
      onClose={onClose}
      onCancel={cancel}
      onLeave={model.startClosing}
    >
      {model.hasUnsavedChanges && (
        <UnsavedChangesGuard
          dirty
          text="As mudanças neste serviço serão perdidas."
          isInUrlDialog
          onLeave={model.discard}
        />
      )}
    </ServiceDialog>
  );
}
