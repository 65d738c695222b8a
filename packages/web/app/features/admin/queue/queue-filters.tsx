import { queueKinds, queueStates } from '@guilda/contract/moderation/moderation-queue';
import clsx from 'clsx';
import { type Ref, useEffect, useRef } from 'react';
import { Chip } from '../../../ui/actions/chip.tsx';
import * as layout from '../admin.module.css';
import { kindWords, queueStateWords } from '../model/words.ts';
import * as styles from './queue.module.css';
import type { QueueView } from './use-queue-view.ts';

/** Filters of the queue by state and kind, with the numbers of open items beside the kinds of open items. */
export function QueueFilters({ queueView, ref }: { queueView: QueueView; ref: Ref<HTMLElement> }) {
  const { address, openCounts, toFilter } = queueView;
  const kindsRow = useRef<HTMLDivElement>(null);
  // On phones the row is wider than the screen, so the chosen kind is scrolled into the visible part.
  useEffect(() => {
    const chip = address.kind && kindsRow.current?.querySelector('[aria-current]');
    if (chip) chip.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [address.kind]);
  const total = openCounts && Object.values(openCounts).reduce((sum, count) => sum + count, 0);
  return (
    <nav className="column gap2" aria-label="Filtros da fila" ref={ref}>
      <div className={clsx(layout.chips, 'row gap1')}>
        {queueStates.map((state) => (
          <Chip
            key={state}
            asLink
            to={toFilter(state, address.kind)}
            pressed={state === address.state}
            count={state === 'open' ? total : undefined}
          >
            {queueStateWords[state]}
          </Chip>
        ))}
      </div>
      <div className={clsx(layout.chips, styles.kinds, 'row gap1')} ref={kindsRow}>
        <Chip asLink to={toFilter(address.state, null)} pressed={address.kind === null}>
          Tudo
        </Chip>
        {queueKinds.map((kind) => (
          <Chip
            key={kind}
            asLink
            to={toFilter(address.state, kind)}
            pressed={kind === address.kind}
            count={(address.state === 'open' && openCounts?.[kind]) || undefined}
          >
            {kindWords[kind].plural}
          </Chip>
        ))}
      </div>
    </nav>
  );
}
