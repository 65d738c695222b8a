import { queueKinds, queueStates } from '@guilda/contract/desk';
import type { Ref } from 'react';
import { Chip } from '../../../ui/chip.tsx';
import type { Desk } from '../data/use-desk.ts';
import { kindWords, stateWords } from '../model/words.ts';

/** Which state and which kind; the counts are of what is open. */
export function QueueFilters({ desk, ref }: { desk: Desk; ref: Ref<HTMLElement> }) {
  const { address, open, toFilter } = desk;
  const total = open && Object.values(open).reduce((sum, count) => sum + count, 0);
  return (
    <nav className="col g2" aria-label="Filtros da fila" ref={ref}>
      <div className="row g1 mod-chips">
        {queueStates.map((state) => (
          <Chip
            key={state}
            asLink
            to={toFilter(state, address.kind)}
            pressed={state === address.state}
            count={state === 'open' ? total : undefined}
          >
            {stateWords[state]}
          </Chip>
        ))}
      </div>
      <div className="row g1 mod-chips mod-tipos">
        <Chip asLink to={toFilter(address.state, null)} pressed={address.kind === null}>
          Tudo
        </Chip>
        {queueKinds.map((kind) => (
          <Chip
            key={kind}
            asLink
            to={toFilter(address.state, kind)}
            pressed={kind === address.kind}
            count={open?.[kind] || undefined}
          >
            {kindWords[kind].many}
          </Chip>
        ))}
      </div>
    </nav>
  );
}
