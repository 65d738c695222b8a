import { ApiError } from '@guilda/contract/api-error';
import type { Service } from '@guilda/contract/services/catalog';
import { findCategory } from '@guilda/contract/services/categories';
import { useRef, useState } from 'react';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { publishService, updateService } from './publish.ts';
import { changedServiceData, serviceFormData, type ValidService } from './service-form.ts';

/** The form of a service and the ids of its pack files, as sent in one request. */
interface SentService {
  readonly fields: ValidService;
  readonly archiveIds: readonly string[];
}

/** What must be known of an earlier request to find the changes since then. */
interface EarlierRequest {
  readonly fields: Partial<Pick<ValidService, 'image'>>;
  readonly archiveIds: readonly string[];
}

/** A request before the page was reloaded, of which only the key is known. */
const forgottenRequest: EarlierRequest = { fields: {}, archiveIds: [] };

/** Whether the request may have published the service although it failed: every refusal has a status below 500. */
const mayBePublished = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

const isForAdults = (category: string) => findCategory(category)?.adult ?? false;

/**
 * The differences between the service that an earlier request has published and the form as it is now; null when there
 * are none. The published service names no files, so picture and pack are sent again unless all earlier requests had
 * the same ones. A service that leaves the category for adults also needs its picture again.
 */
function changesSince(
  earlierRequests: readonly EarlierRequest[],
  publishedService: Service,
  { fields, archiveIds }: SentService,
): FormData | null {
  const leavesAdultCategory =
    isForAdults(publishedService.category) && !isForAdults(fields.category);
  const keepsPicture =
    !leavesAdultCategory && earlierRequests.every((sent) => sent.fields.image === fields.image);
  const hasSamePack =
    publishedService.type === 'media' &&
    earlierRequests.every((sent) => sent.archiveIds.join() === archiveIds.join());
  return changedServiceData(publishedService, keepsPicture ? { ...fields, image: null } : fields, {
    previousIds: hasSamePack ? archiveIds : [],
    currentIds: archiveIds,
  });
}

/**
 * Publishes one service however often it is sent. After a lost answer the person sends again with the same key; if the
 * earlier request has published the service, the server answers that service and ignores the rest of the repeated
 * request, so the changes that the person has made since then are sent separately. `restoredKey` is the key of an
 * unanswered request before a reload.
 */
export function usePublication(restoredKey: string | null) {
  const [unansweredKey, setUnansweredKey] = useState(restoredKey);
  const idempotencyKey = useRef(restoredKey ?? randomUuid());
  const unansweredRequests = useRef(restoredKey === null ? [] : [forgottenRequest]);
  return {
    /** Key of a request that may have published the service; null when there is none. */
    unansweredKey,
    async publish(
      fields: ValidService,
      archiveIds: readonly string[],
      onProgress: (share: number) => void,
    ): Promise<Service> {
      const sentService = { fields, archiveIds };
      const body = serviceFormData(fields, archiveIds);
      const earlierRequests = unansweredRequests.current;
      setUnansweredKey(idempotencyKey.current);
      try {
        const service = await publishService(body, idempotencyKey.current, onProgress);
        if (earlierRequests.length === 0) return service;
        const changes = changesSince(earlierRequests, service, sentService);
        return changes ? await updateService(service.id, changes, onProgress) : service;
      } catch (error) {
        if (mayBePublished(error)) unansweredRequests.current = [...earlierRequests, sentService];
        else if (earlierRequests.length === 0) setUnansweredKey(null);
        throw error;
      }
    },
    /** Makes the next request publish another service. */
    startOver(): void {
      idempotencyKey.current = randomUuid();
      unansweredRequests.current = [];
      setUnansweredKey(null);
    },
  };
}
