import { useSyncExternalStore } from 'react';
import { presence } from '../../lib/realtime/presence-store.ts';
import { useSession } from '../../lib/session.ts';
import { useWhenIdle } from '../../lib/use-when-idle.ts';

const loadPanel = () => import('./people-panel.tsx').then((module) => module.PeoplePanel);

const nobody: readonly never[] = [];

interface AtTheTableProps {
  /** Says beside each name whether they are online or away. */
  withWords?: boolean | undefined;
}

/** "Quem está à mesa": who is there now, for signed-in people; nothing while nobody else is. */
export function AtTheTable({ withWords }: AtTheTableProps) {
  const uid = useSession((state) => state.user?.uid);
  const everyone = useSyncExternalStore(presence.subscribe, presence.everyone, () => nobody);
  const others = everyone.filter(({ userId }) => userId !== uid);
  const wanted = uid !== undefined && others.length > 0;
  const Panel = useWhenIdle(loadPanel, wanted);
  return wanted && Panel ? <Panel people={others} withWords={withWords} /> : null;
}
