import type { QueueItem } from '@guilda/contract/desk';
import Keyboard from 'lucide-react/icons/keyboard';
import type { Ref } from 'react';
import { listTailOf } from '../../../lib/list-tail-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListTail } from '../../../ui/list-tail.tsx';
import { errorText } from '../../../ui/toast.ts';
import type { Desk } from '../data/use-desk.ts';
import type { Selection } from '../data/use-selection.ts';
import { useTicking } from '../data/use-ticking.ts';
import { LinesSkeleton } from '../desk-skeleton.tsx';
import { DeskTabs } from '../desk-tabs.tsx';
import { selectable } from '../model/queue-order.ts';
import { emptyWords } from '../model/words.ts';
import { QueueFilters } from './queue-filters.tsx';
import { QueueLine } from './queue-line.tsx';

interface RailProps {
  desk: Desk;
  selection: Selection;
  filters: Ref<HTMLElement>;
  onHelp: () => void;
  /** On phones, where the list hides what decides several. */
  onDecide: () => void;
}

function Lines({ desk, selection, items }: RailProps & { items: readonly QueueItem[] }) {
  const now = useTicking();
  const { shown, toItem } = desk;
  return (
    <ul className="mod-l" aria-label="Fila">
      {items.map((item) => (
        <QueueLine
          key={item.id}
          item={item}
          now={now}
          to={toItem(item)}
          open={item.id === shown?.id}
          selection={selection}
        />
      ))}
    </ul>
  );
}

function Inside(props: RailProps) {
  const { list, items, address } = props.desk;
  if (!items) {
    if (!list.error) return <LinesSkeleton label="Carregando fila" />;
    return (
      <ErrorState
        className="mod-erro"
        reason={errorText(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (items.length === 0) {
    return <p className="dim pre mod-n">{emptyWords(address.state, address.kind)}</p>;
  }
  return <Lines {...props} items={items} />;
}

function SelectionBar({ desk, selection, onDecide }: RailProps) {
  const fitting = desk.items?.filter(selectable) ?? [];
  const count = selection.chosen.length;
  if (fitting.length < 2) return null;
  return (
    <div className="mod-s">
      <p className="t-sm mute" role="status">
        {count === 0 ? 'Nada escolhido' : `${count} ${count === 1 ? 'escolhido' : 'escolhidos'}`}
      </p>
      {count > 0 && (
        <>
          <Button size="small" variant="ghost" onClick={selection.clear}>
            Limpar
          </Button>
          <Button size="small" variant="primary" className="so-mob" onClick={onDecide}>
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

/** The left side of the desk: which part, which filter, and what stands in it. */
export function QueueRail(props: RailProps) {
  const { desk, filters, onHelp } = props;
  return (
    <section className="mod-f" aria-labelledby="mesa-fila">
      <header>
        <div className="row between">
          <h1 className="d3" id="mesa-fila">
            Moderação
          </h1>
          <IconButton
            className="so-desk"
            label="Teclas da fila"
            icon={<Keyboard className="i" aria-hidden="true" />}
            onClick={onHelp}
          />
        </div>
        <DeskTabs tab="queue" />
        <QueueFilters desk={desk} ref={filters} />
      </header>
      <SelectionBar {...props} />
      <Inside {...props} />
      <ListTail list={listTailOf(desk.list)} />
    </section>
  );
}
