import { ApiError } from '@guilda/contract/api-error';
import type { Service } from '@guilda/contract/services/catalog';
import { createUploadApi } from '../../../lib/api/api.ts';
import { type ServiceForm, serviceFieldOf } from './service-form.ts';

type OnProgress = (share: number) => void;

/**
 * Sends a new service with its picture. Requests with the same key publish one service. Rejects with the server's error.
 */
export async function publishService(
  body: FormData,
  idempotencyKey: string,
  onProgress: OnProgress,
): Promise<Service> {
  const api = createUploadApi(onProgress);
  const { service } = await api.catalog.createService({ body, idempotencyKey });
  return service;
}

/** Sends the changed fields of a service. Rejects with the server's error. */
export async function updateService(
  serviceId: string,
  body: FormData,
  onProgress: OnProgress,
): Promise<Service> {
  const { service } = await createUploadApi(onProgress).catalog.updateService({
    params: { serviceId },
    body,
  });
  return service;
}

const pictureErrorCodes = new Set(['file_too_large', 'file_type', 'storage_full']);

/** The server's errors that belong to fields of the form; empty when the error belongs to none. */
export function serviceFieldErrors(
  error: unknown,
): { field: keyof ServiceForm; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  // The files of a pack are uploaded before the form is sent, so these error codes are about the picture.
  if (pictureErrorCodes.has(error.code)) {
    return [{ field: 'image', message: error.message }];
  }
  if (error.code === 'archive_not_found') return [{ field: 'archives', message: error.message }];
  if (error.code === 'adults_only' || error.code === 'profile_incomplete') {
    return [{ field: 'category', message: error.message }];
  }
  return error.issues.flatMap(({ path, message }) => {
    const field = serviceFieldOf(path);
    return field ? [{ field, message }] : [];
  });
}
