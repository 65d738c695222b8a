import { Chip } from '../../../ui/actions/chip.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type ServiceSort, sortLabels } from '../model/service-filters.ts';
import * as styles from './phone-filters.module.css';

interface SortSheetProps {
  sorts: readonly ServiceSort[];
  value: ServiceSort;
  onClose: () => void;
  onChoose: (sort: ServiceSort) => void;
}

/** The sort orders of a list; choosing one closes the sheet. */
export function SortSheet({ sorts, value, onClose, onChoose }: SortSheetProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Ordenar" backCloses>
      <div className={styles.sorts}>
        {sorts.map((sort) => (
          <Chip key={sort} pressed={sort === value} onClick={() => onChoose(sort)}>
            {sortLabels[sort]}
          </Chip>
        ))}
      </div>
    </Dialog>
  );
}
