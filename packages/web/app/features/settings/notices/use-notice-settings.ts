import type { NoticeSettings } from '@guilda/contract/reach';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { toastError } from '../../../ui/toast.ts';

/**
 * What reaches the person. A change shows at once and is saved after the one before; when that fails,
 * what the server has stands again.
 */
export function useNoticeSettings(uid: string) {
  const queryKey = ['notice-settings', uid];
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => api().reach.getSettings() });
  const save = useMutation({
    scope: { id: 'notice-settings' },
    mutationFn: (body: NoticeSettings) => api().reach.putSettings({ body }),
    onError: (error) => {
      toastError(error);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  const change = (next: (current: NoticeSettings) => NoticeSettings) => {
    const current = queryClient.getQueryData<NoticeSettings>(queryKey);
    if (!current) return;
    const changed = next(current);
    queryClient.setQueryData(queryKey, changed);
    save.mutate(changed);
  };
  return { query, change };
}

export type ChangeSettings = ReturnType<typeof useNoticeSettings>['change'];
