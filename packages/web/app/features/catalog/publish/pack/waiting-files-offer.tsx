import type { Archive } from '@guilda/contract/services/packs';
import Archived from 'lucide-react/icons/package-open';
import { Button } from '../../../../ui/actions/button.tsx';
import * as styles from './pack-row.module.css';

interface WaitingFilesOfferProps {
  archives: readonly Archive[];
  onUse: () => void;
  onDrop: () => void;
}

/** Lets the person add their waiting files (uploaded earlier, used by no service yet) to the pack, or delete them. */
export function WaitingFilesOffer({ archives, onUse, onDrop }: WaitingFilesOfferProps) {
  if (archives.length === 0) return null;
  const isSingle = archives.length === 1;
  return (
    <div className={styles.offer} role="status">
      <Archived className="icon" aria-hidden="true" />
      <p className="textSm grow">
        {isSingle
          ? '1 arquivo de uma tentativa anterior ainda está guardado.'
          : `${archives.length} arquivos de uma tentativa anterior ainda estão guardados.`}
      </p>
      <span className="row gap2">
        <Button size="small" variant="ghost" onClick={onDrop}>
          Descartar
        </Button>
        <Button size="small" onClick={onUse}>
          {isSingle ? 'Usar arquivo' : 'Usar arquivos'}
        </Button>
      </span>
    </div>
  );
}
