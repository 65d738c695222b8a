import clsx from 'clsx';
import { useState, useSyncExternalStore } from 'react';
import { useIdleComponent } from '../../lib/loading/use-idle-component.ts';
import { presenceStore } from '../../lib/realtime/presence-store.ts';
import { useSession } from '../../lib/session/session.ts';
import * as styles from './people-panel.module.css';

const loadPanel = () => import('./people-panel.tsx').then((module) => module.PeoplePanel);

const noPeople: readonly never[] = [];

interface OnlinePeopleProps {
  /**
   * Whether each name is followed by the person's presence in words, and the panel is shown even when nobody is online.
   */
  detailed?: boolean | undefined;
}

/**
 * "Quem está à mesa": the other people who are online. Nothing for visitors, when the code of the panel could not be
 * loaded and, unless `detailed`, when nobody is online.
 */
export function OnlinePeople({ detailed }: OnlinePeopleProps) {
  const uid = useSession((state) => state.user?.uid);
  const everyone = useSyncExternalStore(
    presenceStore.subscribe,
    presenceStore.everyone,
    () => noPeople,
  );
  const otherPeople = everyone.filter(({ userId }) => userId !== uid);
  const isShown = uid !== undefined && (detailed === true || otherPeople.length > 0);
  const [hasFailed, setHasFailed] = useState(false);
  const Panel = useIdleComponent(loadPanel, isShown, () => setHasFailed(true));
  if (isShown && Panel) return <Panel people={otherPeople} detailed={detailed} />;
  // Reserves the panel's space, so that the content below it does not move once the panel's code is loaded.
  return detailed && !hasFailed ? (
    <div className={clsx(styles.panel, styles.detailed, 'panel onlyMembers')} aria-hidden="true" />
  ) : null;
}
