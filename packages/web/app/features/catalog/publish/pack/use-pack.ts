import { ApiError } from '@guilda/contract/api-error';
import { limits } from '@guilda/contract/limits';
import type { Archive } from '@guilda/contract/services/packs';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { api, createUploadApi } from '../../../../lib/api/api.ts';
import { messageOfError } from '../../../../ui/feedback/toast.ts';
import { packFileProblem } from './pack-file.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { type UploadItem, UploadQueue, type UploadQueueDeps } from './upload-queue.ts';

interface WaitingFiles {
  readonly archives: Archive[];
  readonly maxBytes: number;
}

const waitingFilesKey = (uid: string) => ['archives', uid];

/** Error codes that a retry cannot change, because they are about the file itself. */
const permanentCodes = new Set(['file_type', 'file_too_large', 'picture_refused']);

const explainFailure: UploadQueueDeps['explain'] = (error) => ({
  message: messageOfError(error),
  final: error instanceof ApiError && permanentCodes.has(error.code),
});

const uploadFile: UploadQueueDeps['send'] = (file, { onProgress, signal }) =>
  retryWhileBusy(async () => {
    const body = new FormData();
    body.set('file', file);
    const { archive } = await createUploadApi(onProgress).packs.uploadArchive({ body }, { signal });
    return archive;
  }, signal);

/**
 * Deletes an uploaded file that no service uses yet. If the request fails, the server deletes the file within a day.
 */
function discardWaitingFile(client: QueryClient, uid: string, waitingFile: Archive) {
  client.setQueryData<WaitingFiles>(
    waitingFilesKey(uid),
    (now) => now && { ...now, archives: now.archives.filter(({ id }) => id !== waitingFile.id) },
  );
  void api()
    .packs.removeArchive({ params: { id: waitingFile.id } })
    .catch(() => undefined);
}

export interface PackUploads {
  readonly queue: UploadQueue;
  /** Maximum size of one file, in bytes. */
  readonly maxBytes: number;
  /** The person's waiting files (uploaded, used by no service), oldest first. */
  readonly waitingFiles: readonly Archive[];
  discard(archive: Archive): void;
}

/** The uploads for a pack of `uid`; `isWanted` is true once the pack is on screen, which loads the waiting files. */
export function usePackUploads(uid: string, isWanted: boolean): PackUploads {
  const client = useQueryClient();
  const query = useQuery<WaitingFiles>({
    queryKey: waitingFilesKey(uid),
    queryFn: ({ signal }) => api().packs.listArchives({}, { signal }),
    enabled: isWanted,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const maxBytes = query.data?.maxBytes ?? limits.archiveBytes;
  const latestMaxBytes = useRef(maxBytes);
  useEffect(() => {
    latestMaxBytes.current = maxBytes;
  }, [maxBytes]);
  const discardFile = (archive: Archive) => discardWaitingFile(client, uid, archive);
  const [queue] = useState(
    () =>
      new UploadQueue({
        send: uploadFile,
        discard: discardFile,
        problem: (file) => packFileProblem(file, latestMaxBytes.current),
        explain: explainFailure,
      }),
  );
  // The form is unmounted when the person signs out, also in another tab: their files must not be sent for the next one.
  useEffect(() => () => queue.stop(), [queue]);
  return { queue, maxBytes, waitingFiles: query.data?.archives ?? [], discard: discardFile };
}

/** A value computed from the upload queue; rerenders only when the value changes. */
export function useUploadQueue<T>(
  queue: UploadQueue,
  read: (items: readonly UploadItem[]) => T,
): T {
  const currentValue = () => read(queue.items());
  return useSyncExternalStore(queue.subscribe, currentValue, currentValue);
}
