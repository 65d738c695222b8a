import { ApiError } from '@guilda/contract/api-error';
import type { Service } from '@guilda/contract/catalog';
import { uploadApi } from '../../../lib/api.ts';
import { fieldOf, type ReadyService, type ServiceForm, toFormData } from './service-form.ts';

/** Sends a new service with its picture. Rejects with the server's refusal. */
export async function publishService(
  ready: ReadyService,
  onProgress: (share: number) => void,
): Promise<Service> {
  const { service } = await uploadApi(onProgress).catalog.createService({
    body: toFormData(ready),
  });
  return service;
}

/** The server's complaints that belong to fields; empty when the failure is about none. */
export function fieldProblems(error: unknown): { field: keyof ServiceForm; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  if (error.code === 'file_too_large' || error.code === 'file_type') {
    return [{ field: 'image', message: error.message }];
  }
  return error.issues.flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field ? [{ field, message }] : [];
  });
}
