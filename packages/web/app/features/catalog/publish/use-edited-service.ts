import type { Service } from '@guilda/contract/services/catalog';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { type UploadQueue, unfinishedCount, uploadedIds } from './pack/upload-queue.ts';
import { usePackUploads, useUploadQueue } from './pack/use-pack.ts';
import { updateService } from './publish.ts';
import { changedServiceData, editServiceFormSchema, serviceFormValues } from './service-form.ts';
import { useServiceForm } from './use-service-form.ts';

/** Loads the files of a published pack when the dialog opens. */
function usePublishedPack(service: Service, isEnabled: boolean) {
  return useQuery({
    queryKey: ['packs', 'files', service.id],
    queryFn: async ({ signal }) => {
      const params = { serviceId: service.id };
      const { files } = await api().packs.getOwnPack({ params }, { signal });
      return files;
    },
    enabled: isEnabled,
    // A refetch must not change the form while the person edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Whether the pack has other files or another order than the published one. */
function useHasPackChange(
  queue: UploadQueue,
  files: readonly { id: string }[] | undefined,
): boolean {
  const currentIds = useUploadQueue(queue, (items) => uploadedIds(items).join(','));
  return files !== undefined && currentIds !== files.map(({ id }) => id).join(',');
}

/** State of the form of a published service. Sends only the changed fields, and nothing when none has changed. */
export function useEditedService(
  service: Service,
  onSaved: (service: Service | null) => Promise<void>,
) {
  const wasMedia = service.type === 'media';
  const pack = usePackUploads(service.seller.uid, true);
  const { queue } = pack;
  const { data: files, error, refetch, isFetching } = usePublishedPack(service, wasMedia);
  const publishedIds = useRef<string[]>([]);
  // True once the changes are saved or the person has agreed to leave, so that the closing dialog does not ask about
  // unsaved changes.
  const [isClosing, setIsClosing] = useState(false);
  const areUploadsRunning = useUploadQueue(queue, unfinishedCount) > 0;
  const hasPackChange = useHasPackChange(queue, files);
  useEffect(() => {
    if (!files) return;
    publishedIds.current = files.map(({ id }) => id);
    queue.adopt(files, true);
  }, [files, queue]);
  const isPackLoaded = !wasMedia || files !== undefined;
  const model = useServiceForm({
    schema: editServiceFormSchema,
    defaults: serviceFormValues(service),
    pack,
    isPackValidated: isPackLoaded,
    send: async (validService, onProgress) => {
      const currentIds = isPackLoaded ? uploadedIds(queue.items()) : publishedIds.current;
      const changes = changedServiceData(service, validService, {
        previousIds: publishedIds.current,
        currentIds,
      });
      return changes && updateService(service.id, changes, onProgress);
    },
    onDone: async (savedService) => {
      setIsClosing(true);
      queue.release();
      await onSaved(savedService);
    },
  });
  const { isDirty, isSubmitting } = model.form.formState;
  return {
    ...model,
    /**
     * Whether the dialog must ask before it closes, because changes would be lost. False while uploads are running, when
     * `UploadGuard` asks instead.
     */
    hasUnsavedChanges:
      (isDirty || hasPackChange) && !isSubmitting && !isClosing && !areUploadsRunning,
    /** Must be called when the person has agreed to leave; the dialog then closes without another question. */
    startClosing: () => setIsClosing(true),
    /** Deletes the files that were uploaded for this change, unless uploads are still running. */
    discard: () => {
      if (unfinishedCount(queue.items()) === 0) queue.clear();
    },
    /** State of loading the published pack's files. */
    packLoading: {
      loaded: isPackLoaded,
      error: error && messageOfError(error),
      retry: () => void refetch(),
      isRetrying: isFetching,
    },
  };
}
