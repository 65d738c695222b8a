import { useRef, useState } from 'react';
import { useIsWideScreen } from '../../../ui/layout/use-is-wide-screen.ts';
import * as layout from '../admin.module.css';
import { BulkPanel } from '../decision/bulk-panel.tsx';
import { createDecisionDrafts, DecisionDraftsContext } from '../decision/decision-drafts.ts';
import { ItemPane } from '../detail/item-pane.tsx';
import { focusedQueueItemId, focusItemTitle, focusQueueItem } from './focus.ts';
import { KeysHelp } from './keys-help.tsx';
import { readLetterKeys, storeLetterKeys } from './letter-keys.ts';
import { itemAfterSteps } from './queue-order.ts';
import { QueueRail } from './queue-rail.tsx';
import { useAssignToSelf } from './use-assign-to-self.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { useQueueView } from './use-queue-view.ts';
import { useSelection } from './use-selection.ts';

/** The moderation queue: the list at the left, details of the chosen item at the right. */
export function QueuePage({ uid }: { uid: string }) {
  const queueView = useQueueView();
  const items = queueView.items ?? [];
  const selection = useSelection(items, queueView.address);
  const { toggleAssignment } = useAssignToSelf(uid);
  const [drafts] = useState(createDecisionDrafts);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [letters, setLetters] = useState(readLetterKeys);
  const chooseLetters = (isOn: boolean) => {
    storeLetterKeys(isOn);
    setLetters(isOn);
  };
  const [deciding, setDeciding] = useState(false);
  const filtersRef = useRef<HTMLElement>(null);
  // The focus moves at once, but the address changes a moment later. Keys pressed in between therefore refer to the
  // focused row.
  const currentItem = () => {
    const currentId = focusedQueueItemId() ?? queueView.shownItem?.id;
    return items.find(({ id }) => id === currentId);
  };
  const step = (stepCount: number) => {
    const next = itemAfterSteps(items, currentItem()?.id, stepCount);
    if (!next) return;
    queueView.openItem(next);
    focusQueueItem(next.id);
  };
  useQueueKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      open: () => {
        const item = currentItem();
        if (!item) return;
        queueView.openItem(item);
        focusItemTitle(item.id);
      },
      select: () => {
        const item = currentItem();
        if (item) selection.toggle(item.id, false);
      },
      take: () => {
        const item = currentItem();
        if (item) toggleAssignment(item);
      },
      filter: () => filtersRef.current?.querySelector<HTMLElement>('[aria-current]')?.focus(),
      help: () => setHelpOpen(true),
    },
    letters,
  );
  const hasSelection = selection.chosen.length > 0;
  if (!hasSelection && deciding) setDeciding(false);
  const isWide = useIsWideScreen();
  const hasChosenItem = queueView.address.chosen !== null;
  const view = hasChosenItem || (hasSelection && deciding) ? 'item' : 'list';
  // Opening an item is recorded, and loads personal data: an item that a small screen does not show is not opened.
  const isPaneShown = isWide || view === 'item';
  // On a small screen a selection stays in the list while one of its items is open.
  const isBulk = hasSelection && (isWide || (deciding && !hasChosenItem));
  return (
    <div className={layout.queueLayout} data-view={view}>
      <QueueRail
        queueView={queueView}
        selection={selection}
        filters={filtersRef}
        onHelp={() => setHelpOpen(true)}
        onDecide={() => setDeciding(true)}
      />
      <div className={layout.pane}>
        {isPaneShown && isBulk && (
          <BulkPanel selection={selection} onBack={() => setDeciding(false)} />
        )}
        {isPaneShown && !isBulk && (
          <DecisionDraftsContext value={drafts}>
            <ItemPane queueView={queueView} uid={uid} />
          </DecisionDraftsContext>
        )}
      </div>
      <KeysHelp
        open={isHelpOpen}
        onOpenChange={setHelpOpen}
        letters={letters}
        onLettersChange={chooseLetters}
      />
    </div>
  );
}
