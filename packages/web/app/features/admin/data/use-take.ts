import { api } from '../../../lib/api.ts';
import { toast } from '../../../ui/toast.ts';
import { useAct } from '../../deeds/index.ts';
import { selectable } from '../model/queue-order.ts';

interface Takeable {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly assignee: { readonly uid: string } | null;
}

/** Takes a case, from a colleague too, or gives one's own back. */
export function useTake(uid: string) {
  const { pending, act } = useAct();
  const toggleTake = (item: Takeable) => {
    if (!selectable(item)) {
      toast({ title: 'Só casos abertos ficam com alguém.', tone: 'notice' });
      return;
    }
    const own = item.assignee?.uid === uid;
    const call = { params: { id: item.id } };
    void act(
      () => (own ? api().desk.releaseCase(call) : api().desk.takeCase(call)),
      own ? 'Devolvido à fila' : 'Agora está com você',
    );
  };
  return { pending, toggleTake };
}
