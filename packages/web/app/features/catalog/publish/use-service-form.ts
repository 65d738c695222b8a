import type { Service } from '@guilda/contract/services/catalog';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toastError } from '../../../ui/feedback/toast.ts';
import { packReadiness } from './pack/upload-queue.ts';
import { type PackUploads, useUploadQueue } from './pack/use-pack.ts';
import { serviceFieldErrors } from './publish.ts';
import {
  type editServiceFormSchema,
  IMAGE_TYPES,
  packProblemText,
  type ServiceForm,
  type serviceFormSchema,
  type ValidService,
  wrongTypePicture,
} from './service-form.ts';

interface ServiceFormOptions {
  readonly schema: typeof serviceFormSchema | typeof editServiceFormSchema;
  readonly defaults: ServiceForm;
  readonly pack: PackUploads;
  /**
   * Whether the pack is validated. False until the files of a published pack are loaded, because the person cannot
   * change the pack while they are loading.
   */
  readonly isPackValidated: boolean;
  /** Sends the form; resolves to null when nothing has changed. */
  send(validService: ValidService, onProgress: (share: number) => void): Promise<Service | null>;
  onDone(service: Service | null): Promise<void>;
}

/**
 * State of the form of a service. The form is validated by the API's schema and sent once, even if it is submitted
 * repeatedly. Each error of the server is shown at the field that it is about.
 */
export function useServiceForm(options: ServiceFormOptions) {
  const { schema, defaults, pack, isPackValidated, send, onDone } = options;
  const form = useForm<ServiceForm, unknown, ValidService>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    // Custom controls have no element that the form library can focus, so the dialog focuses the first invalid field.
    shouldFocusError: false,
  });
  const { control, handleSubmit, setError, setValue, clearErrors, getValues } = form;
  const { isSubmitted } = form.formState;
  const values = useWatch({ control }) as ServiceForm;
  const [progress, setProgress] = useState<number>();
  const busy = useRef(false);

  const readiness = useUploadQueue(pack.queue, packReadiness);
  const packProblem = isPackValidated ? packProblemText(values.type, readiness) : null;
  useEffect(() => {
    setValue('archives', packProblem, { shouldValidate: isSubmitted });
  }, [packProblem, isSubmitted, setValue]);

  const submit = async (validService: ValidService) => {
    try {
      await onDone(await send(validService, setProgress));
    } catch (error) {
      const fieldErrors = serviceFieldErrors(error);
      for (const { field, message } of fieldErrors) setError(field, { message });
      if (fieldErrors.length === 0) toastError(error);
    } finally {
      setProgress(undefined);
    }
  };
  const submitOnce = async () => {
    if (busy.current) return;
    busy.current = true;
    await handleSubmit(submit)().finally(() => {
      busy.current = false;
    });
  };
  const chooseImage = (file: File | null) => {
    setValue('image', file, { shouldValidate: file !== null, shouldDirty: true });
    if (file === null) clearErrors('image');
  };
  const refuseImage = () =>
    setValue('image', wrongTypePicture(getValues('image')), { shouldValidate: true });
  return {
    form,
    values,
    progress,
    pack,
    image: { accept: IMAGE_TYPES, choose: chooseImage, refuse: refuseImage },
    submit: submitOnce,
  };
}

export type ServiceFormModel = ReturnType<typeof useServiceForm>;
