import { useRef, useState } from 'react';
import { useDesk } from '../data/use-desk.ts';
import { useSelection } from '../data/use-selection.ts';
import { useTake } from '../data/use-take.ts';
import { BulkPanel } from '../decide/bulk-panel.tsx';
import { ItemPane } from '../detail/item-pane.tsx';
import { stepFrom } from '../model/queue-order.ts';
import { focusLine, focusPane } from './focus.ts';
import { KeysHelp } from './keys-help.tsx';
import { QueueRail } from './queue-rail.tsx';
import { useDeskKeys } from './use-desk-keys.ts';

/** What waits for the team: the list at the left, the chosen item in context at the right. */
export function QueueDesk({ uid }: { uid: string }) {
  const desk = useDesk();
  const items = desk.items ?? [];
  const selection = useSelection(items, desk.address);
  const { toggleTake } = useTake(uid);
  const [help, setHelp] = useState(false);
  const [deciding, setDeciding] = useState(false);
  const filters = useRef<HTMLElement>(null);
  const current = items.find(({ id }) => id === desk.shown?.id);
  const step = (by: number) => {
    const next = stepFrom(items, current?.id, by);
    if (!next) return;
    desk.go(next);
    focusLine(next.id);
  };
  useDeskKeys({
    next: () => step(1),
    previous: () => step(-1),
    open: () => {
      if (!current) return;
      desk.go(current);
      focusPane(current.id);
    },
    select: () => current && selection.toggle(current.id, false),
    take: () => current && toggleTake(current),
    filter: () => filters.current?.querySelector<HTMLElement>('[aria-current]')?.focus(),
    help: () => setHelp(true),
  });
  const bulk = selection.chosen.length > 0;
  const view = desk.address.chosen || (bulk && deciding) ? 'item' : 'list';
  return (
    <div className="mod-q" data-view={view}>
      <QueueRail
        desk={desk}
        selection={selection}
        filters={filters}
        onHelp={() => setHelp(true)}
        onDecide={() => setDeciding(true)}
      />
      <div className="mod-d">
        {bulk ? (
          <BulkPanel selection={selection} onBack={() => setDeciding(false)} />
        ) : (
          <ItemPane desk={desk} uid={uid} />
        )}
      </div>
      <KeysHelp open={help} onOpenChange={setHelp} />
    </div>
  );
}
