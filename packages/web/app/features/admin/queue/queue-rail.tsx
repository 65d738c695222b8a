import type { QueueItem } from '@guilda/contract/moderation/moderation-queue';
import clsx from 'clsx';
import Keyboard from 'lucide-react/icons/keyboard';
import type { Ref } from 'react';
import { listTailOf } from '../../../lib/data/list-tail-of.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import * as layout from '../admin.module.css';
import { LinesSkeleton } from '../admin-skeleton.tsx';
import { AdminTabs } from '../admin-tabs.tsx';
import { useServerNowMs } from '../model/use-server-now-ms.ts';
import { emptyWords } from '../model/words.ts';
import * as styles from './queue.module.css';
import { QueueFilters } from './queue-filters.tsx';
import { QueueItemRow } from './queue-item-row.tsx';
import { isSelectable } from './queue-order.ts';
import type { QueueView } from './use-queue-view.ts';
import type { Selection } from './use-selection.ts';

interface QueueRailProps {
  queueView: QueueView;
  selection: Selection;
  filters: Ref<HTMLElement>;
  onHelp: () => void;
  /** Opens the form for the bulk decision; needed on phones, where the list covers the form. */
  onDecide: () => void;
}

function QueueItemRows({
  queueView,
  selection,
  items,
}: QueueRailProps & { items: readonly QueueItem[] }) {
  const now = useServerNowMs();
  const { shownItem, toItem } = queueView;
  return (
    <ul data-testid="queue-items" className={styles.items} aria-label="Fila">
      {items.map((item) => (
        <QueueItemRow
          key={item.id}
          item={item}
          now={now}
          to={toItem(item)}
          open={item.id === shownItem?.id}
          selection={selection}
        />
      ))}
    </ul>
  );
}

function QueueContent(props: QueueRailProps) {
  const { list, items, address } = props.queueView;
  if (!items) {
    if (!list.error) return <LinesSkeleton label="Carregando fila" />;
    return (
      <ErrorState
        className={layout.railError}
        reason={messageOfError(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (items.length === 0) {
    return (
      <p className={clsx(styles.emptyNote, 'secondary pretty')}>
        {emptyWords(address.state, address.kind)}
      </p>
    );
  }
  return <QueueItemRows {...props} items={items} />;
}

function SelectionBar({ queueView, selection, onDecide }: QueueRailProps) {
  const selectableItems = queueView.items?.filter(isSelectable) ?? [];
  const count = selection.chosen.length;
  if (selectableItems.length < 2) return null;
  return (
    <div className={styles.selection}>
      <p className="textSm muted" role="status">
        {count === 0 ? 'Nada escolhido' : `${count} ${count === 1 ? 'escolhido' : 'escolhidos'}`}
      </p>
      {count > 0 && (
        <>
          <Button size="small" variant="ghost" onClick={selection.clear}>
            Limpar
          </Button>
          <Button size="small" variant="primary" className="onlySmall" onClick={onDecide}>
            Decidir
          </Button>
        </>
      )}
      <Button size="small" variant="ghost" onClick={selection.all}>
        Escolher todos
      </Button>
    </div>
  );
}

/** Left column of the queue: state, filters and the list of items. */
export function QueueRail(props: QueueRailProps) {
  const { queueView, filters, onHelp } = props;
  return (
    <section className={layout.rail} aria-labelledby="mesa-fila">
      <header>
        <div className="row spaceBetween">
          <h1 className="display3" id="mesa-fila">
            Moderação
          </h1>
          <IconButton
            className="onlyLarge"
            label="Teclas da fila"
            icon={<Keyboard className="icon" aria-hidden="true" />}
            onClick={onHelp}
          />
        </div>
        <AdminTabs tab="queue" />
        <QueueFilters queueView={queueView} ref={filters} />
      </header>
      <SelectionBar {...props} />
      <QueueContent {...props} />
      <ListTail list={listTailOf(queueView.list)} />
    </section>
  );
}
