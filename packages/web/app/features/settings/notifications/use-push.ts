import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type PushState,
  readPushState,
  sendTestPush,
  turnPushOff,
  turnPushOn,
} from '../../../lib/push/push.ts';
import { toastError } from '../../../ui/feedback/toast.ts';

/** Calls `onChange` when the notification permission changes, in browsers that report the change. */
function usePermissionChange(onChange: () => void) {
  useEffect(() => {
    let status: PermissionStatus | null = null;
    let unmounted = false;
    navigator.permissions?.query({ name: 'notifications' }).then(
      (permissionStatus) => {
        if (unmounted) return;
        status = permissionStatus;
        status.addEventListener('change', onChange);
      },
      () => undefined,
    );
    return () => {
      unmounted = true;
      status?.removeEventListener('change', onChange);
    };
  }, [onChange]);
}

/** State of push notifications in this browser, with mutations that turn them on, off and test them. */
export function useDevicePush(uid: string) {
  const queryClient = useQueryClient();
  const queryKey = ['push', uid];
  const { data: state, refetch } = useQuery({
    queryKey,
    queryFn: () => readPushState(uid),
    staleTime: 0,
  });
  usePermissionChange(refetch);
  const mutationCallbacks = {
    onSuccess: (pushState: PushState) => queryClient.setQueryData(queryKey, pushState),
    onError: (error: Error) => {
      toastError(error);
      return queryClient.invalidateQueries({ queryKey });
    },
  };
  const turnOn = useMutation({ mutationFn: () => turnPushOn(uid), ...mutationCallbacks });
  const turnOff = useMutation({ mutationFn: turnPushOff, ...mutationCallbacks });
  const testPush = useMutation({ mutationFn: sendTestPush, onError: (error) => toastError(error) });
  return { state, turnOn, turnOff, testPush };
}
