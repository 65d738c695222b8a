import type { Service } from '@guilda/contract/catalog';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toastError } from '../../../ui/toast.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { fieldProblems, publishService } from './publish.ts';
import {
  emptyForm,
  formTexts,
  IMAGE_TYPES,
  type ReadyService,
  type ServiceForm,
  serviceForm,
} from './service-form.ts';

/**
 * The form of a new service: validated by the contract, kept as a draft while it is typed, sent once
 * however often it is submitted. `onPublished` is told the service.
 */
export function useServiceForm(uid: string, onPublished: (service: Service) => Promise<void>) {
  const form = useForm<ServiceForm, unknown, ReadyService>({
    resolver: zodResolver(serviceForm),
    defaultValues: { ...emptyForm, ...readDraft(sessionStorage, uid) },
    // Custom controls have no element to focus: the dialog focuses the first problem itself.
    shouldFocusError: false,
  });
  const { control, handleSubmit, reset, setError, setValue, clearErrors } = form;
  const values = useWatch({ control }) as ServiceForm;
  const [progress, setProgress] = useState<number>();
  useEffect(() => keepDraft(sessionStorage, uid, values), [uid, values]);

  const forget = () => {
    reset(emptyForm);
    dropDraft(sessionStorage);
  };
  const publish = async (ready: ReadyService) => {
    try {
      const service = await publishService(ready, setProgress);
      forget();
      await onPublished(service);
    } catch (error) {
      const problems = fieldProblems(error);
      for (const { field, message } of problems) setError(field, { message });
      if (problems.length === 0) toastError(error);
    } finally {
      setProgress(undefined);
    }
  };
  const chooseImage = (file: File | null) => {
    setValue('image', file, { shouldValidate: file !== null, shouldDirty: true });
    if (file === null) clearErrors('image');
  };
  const refuseImage = () => {
    setValue('image', null);
    setError('image', { message: formTexts.imageType });
  };
  return {
    form,
    values,
    progress,
    image: { accept: IMAGE_TYPES, choose: chooseImage, refuse: refuseImage },
    submit: handleSubmit(publish),
    forget,
  };
}
