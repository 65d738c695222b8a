import { api } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useAdminAction } from '../actions/use-admin-action.ts';
import { isSelectable } from './queue-order.ts';

interface AssignableItem {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly assignee: { readonly uid: string } | null;
}

/** Assigns a case to the signed-in administrator, even if another administrator has the case, or unassigns it. */
export function useAssignToSelf(uid: string) {
  const { pending, runAction } = useAdminAction();
  const toggleAssignment = (item: AssignableItem) => {
    if (!isSelectable(item)) {
      toast({ title: 'Só casos abertos ficam com alguém.', tone: 'notice' });
      return;
    }
    const isOwn = item.assignee?.uid === uid;
    const input = { params: { id: item.id } };
    void runAction(
      () =>
        isOwn ? api().moderationQueue.releaseCase(input) : api().moderationQueue.takeCase(input),
      isOwn ? 'Devolvido à fila' : 'Agora está com você',
    );
  };
  return { pending, toggleAssignment };
}
