import type { Service } from '@guilda/contract/services/catalog';
import { useEffect, useRef, useState } from 'react';
import {
  deleteServiceDraft,
  readServiceDraft,
  type ServiceDraft,
  storeServiceDraft,
} from './draft.ts';
import { uploadedIds } from './pack/upload-queue.ts';
import { type PackUploads, usePackUploads, useUploadQueue } from './pack/use-pack.ts';
import { emptyServiceForm, type ServiceForm, serviceFormSchema } from './service-form.ts';
import { usePublication } from './use-publication.ts';
import { useServiceForm } from './use-service-form.ts';

/** Adds the files of a stored draft to the queue, once the server has confirmed that the files still exist. */
function useRestoredDraftFiles(
  { queue, waitingFiles }: PackUploads,
  restoredIds: readonly string[],
) {
  const missingIds = useRef(restoredIds);
  useEffect(() => {
    const foundFiles = missingIds.current.flatMap(
      (id) => waitingFiles.find((archive) => archive.id === id) ?? [],
    );
    if (foundFiles.length === 0) return;
    missingIds.current = [];
    queue.adopt(foundFiles, false);
  }, [queue, waitingFiles]);
}

/** Stores the draft, the ids of uploaded files and the key of an unanswered request, so that they survive a reload. */
function useStoredDraft(
  uid: string,
  values: ServiceForm,
  { queue }: PackUploads,
  initialDraft: ServiceDraft,
  unansweredKey: string | null,
) {
  const joinedIds = useUploadQueue(queue, (items) => uploadedIds(items).join(','));
  const { title, description, price, category, type } = values;
  const restoredIds = useRef(initialDraft.archiveIds);
  useEffect(() => {
    // Until the queue has an uploaded file, the stored draft keeps the ids of the restored files, which join it later.
    if (joinedIds !== '' || type !== 'media') restoredIds.current = [];
    const archiveIds = joinedIds === '' ? restoredIds.current : joinedIds.split(',');
    storeServiceDraft(sessionStorage, uid, {
      title,
      description,
      price,
      category,
      type,
      archiveIds,
      unansweredKey,
    });
  }, [uid, title, description, price, category, type, joinedIds, unansweredKey]);
}

/** State of the form of a new service, stored as a draft while the person types. `onPublished` receives the service. */
export function useNewService(
  uid: string,
  open: boolean,
  onPublished: (service: Service) => Promise<void>,
) {
  const [draft] = useState(() => readServiceDraft(sessionStorage, uid));
  const [type, setType] = useState(draft.type);
  const pack = usePackUploads(uid, open && type === 'media');
  const { archiveIds, unansweredKey, ...typed } = draft;
  const publication = usePublication(unansweredKey);
  const forgetDraft = () => {
    publication.startOver();
    model.form.reset(emptyServiceForm);
    deleteServiceDraft(sessionStorage);
  };
  const model = useServiceForm({
    schema: serviceFormSchema,
    defaults: { ...emptyServiceForm, ...typed },
    pack,
    isPackValidated: true,
    send: (validService, onProgress) =>
      publication.publish(validService, uploadedIds(pack.queue.items()), onProgress),
    onDone: async (service) => {
      pack.queue.release();
      forgetDraft();
      if (service) await onPublished(service);
    },
  });
  const chosenType = model.values.type;
  useEffect(() => setType(chosenType), [chosenType]);
  useRestoredDraftFiles(pack, archiveIds);
  useStoredDraft(uid, model.values, pack, draft, publication.unansweredKey);
  return {
    ...model,
    /** Empties the form and deletes the uploaded files. */
    forget: () => {
      pack.queue.clear();
      forgetDraft();
    },
  };
}
