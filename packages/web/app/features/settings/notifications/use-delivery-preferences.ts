import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { toastError } from '../../../ui/feedback/toast.ts';

/**
 * The delivery preferences. A change is shown at once and saved after the previous change. If saving fails, the
 * preferences are loaded from the server again.
 */
export function useDeliveryPreferences(uid: string) {
  const queryKey = ['delivery-preferences', uid];
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => api().notificationDelivery.getPreferences() });
  const save = useMutation({
    scope: { id: 'delivery-preferences' },
    mutationFn: (body: DeliveryPreferences) =>
      api().notificationDelivery.updatePreferences({ body }),
    onError: (error) => {
      toastError(error);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  const change = (update: (current: DeliveryPreferences) => DeliveryPreferences) => {
    const current = queryClient.getQueryData<DeliveryPreferences>(queryKey);
    if (!current) return;
    const changedPreferences = update(current);
    queryClient.setQueryData(queryKey, changedPreferences);
    save.mutate(changedPreferences);
  };
  return { query, change };
}

export type ChangePreferences = ReturnType<typeof useDeliveryPreferences>['change'];
