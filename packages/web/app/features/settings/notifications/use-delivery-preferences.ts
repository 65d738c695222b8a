import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { toastError } from '../../../ui/feedback/toast.ts';

type UpdatePreferences = (current: DeliveryPreferences) => DeliveryPreferences;

/**
 * Saves one change. It is applied to the preferences as the server has them now, because another device or the link of a
 * mail may have changed them since this device loaded them.
 */
async function saveChange(update: UpdatePreferences): Promise<DeliveryPreferences> {
  const { getPreferences, updatePreferences } = api().notificationDelivery;
  return updatePreferences({ body: update(await getPreferences()) });
}

/**
 * The delivery preferences. A change is shown at once and saved after the previous change; then what the server has is
 * shown. If saving fails, the preferences are loaded from the server again.
 */
export function useDeliveryPreferences(uid: string) {
  const queryKey = ['delivery-preferences', uid];
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => api().notificationDelivery.getPreferences() });
  const save = useMutation({
    mutationKey: queryKey,
    scope: { id: 'delivery-preferences' },
    mutationFn: saveChange,
    onSuccess: (savedPreferences) => {
      // Further changes are shown already, and are not in this answer.
      const isLastChange = queryClient.isMutating({ mutationKey: queryKey }) === 1;
      if (isLastChange) queryClient.setQueryData(queryKey, savedPreferences);
    },
    onError: (error) => {
      toastError(error);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  const change = (update: UpdatePreferences) => {
    const current = queryClient.getQueryData<DeliveryPreferences>(queryKey);
    if (!current) return;
    queryClient.setQueryData(queryKey, update(current));
    save.mutate(update);
  };
  return { query, change };
}

export type ChangePreferences = ReturnType<typeof useDeliveryPreferences>['change'];
