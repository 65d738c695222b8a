import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type PushState,
  readPushState,
  tryPush,
  turnPushOff,
  turnPushOn,
} from '../../../lib/push.ts';
import { toastError } from '../../../ui/toast.ts';

/** Calls back when the browser's own settings change what was allowed; where it tells. */
function usePermissionChange(onChange: () => void) {
  useEffect(() => {
    let status: PermissionStatus | null = null;
    let over = false;
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (over) return;
        status = found;
        status.addEventListener('change', onChange);
      },
      () => undefined,
    );
    return () => {
      over = true;
      status?.removeEventListener('change', onChange);
    };
  }, [onChange]);
}

/** Whether notices reach this browser, and what can be done about it. */
export function usePush(uid: string) {
  const queryClient = useQueryClient();
  const queryKey = ['push', uid];
  const { data: state, refetch } = useQuery({
    queryKey,
    queryFn: () => readPushState(uid),
    staleTime: 0,
  });
  usePermissionChange(refetch);
  const settle = {
    onSuccess: (next: PushState) => queryClient.setQueryData(queryKey, next),
    onError: (error: Error) => {
      toastError(error);
      return queryClient.invalidateQueries({ queryKey });
    },
  };
  const on = useMutation({ mutationFn: () => turnPushOn(uid), ...settle });
  const off = useMutation({ mutationFn: turnPushOff, ...settle });
  const attempt = useMutation({ mutationFn: tryPush, onError: (error) => toastError(error) });
  return { state, on, off, attempt };
}
