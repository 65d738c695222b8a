import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { fileSizeText } from '../../../../lib/format/file-size.ts';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { FieldError } from '../../../../ui/forms/field.tsx';
import { fileTypeLabel } from './pack-file.ts';
import * as styles from './pack-row.module.css';
import type { UploadItem } from './upload-queue.ts';

interface RowActions {
  onMove: (by: -1 | 1) => void;
  onRetry: () => void;
  onRemove: () => void;
}

interface PackRowProps extends RowActions {
  item: UploadItem;
  /** Position in the pack, from 0. `count` is the number of files. */
  place: number;
  count: number;
  disabled: boolean;
  dragged: boolean;
  onDragStart: () => void;
  onDragOver: () => void;
  onDragEnd: () => void;
}

function UploadStatus({ item, onRetry }: { item: UploadItem; onRetry: () => void }) {
  const { state, name, size } = item;
  if (state.phase === 'sending')
    return <ProgressBar label={`Enviando ${name}`} share={state.share} />;
  if (state.phase === 'failed') {
    return (
      <div className={styles.facts}>
        <FieldError>{state.message}</FieldError>
        <button
          type="button"
          className="link"
          aria-label={`Tentar de novo: ${name}`}
          onClick={onRetry}
        >
          <RotateCw className="icon" aria-hidden="true" />
          Tentar de novo
        </button>
      </div>
    );
  }
  if (state.phase === 'refused') return <FieldError>{state.message}</FieldError>;
  return (
    <p className="textXs muted numeric">
      {fileSizeText(size)}
      {state.phase === 'waiting' && ' · na fila'}
    </p>
  );
}

function MoveButtons({
  name,
  place,
  count,
  onMove,
}: { name: string } & Omit<RowActions, 'onRetry' | 'onRemove'> &
  Pick<PackRowProps, 'place' | 'count'>) {
  return (
    <span className={styles.order} data-ui="move-buttons">
      <button
        type="button"
        aria-label={`Subir ${name}`}
        aria-disabled={place === 0}
        onClick={() => onMove(-1)}
      >
        <ChevronUp className="icon" aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Descer ${name}`}
        aria-disabled={place === count - 1}
        onClick={() => onMove(1)}
      >
        <ChevronDown className="icon" aria-hidden="true" />
      </button>
    </span>
  );
}

/** One file of a pack: its position, the state of its upload, and buttons to move, retry or remove it. */
export function PackRow(props: PackRowProps) {
  const { item, place, count, disabled, dragged, onMove, onRetry, onRemove } = props;
  const { name, state } = item;
  return (
    <li
      className={clsx(
        styles.row,
        dragged && styles.over,
        state.phase === 'refused' && styles.refused,
      )}
      data-key={item.key}
      draggable={!disabled && count > 1}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        props.onDragStart();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        props.onDragOver();
      }}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={props.onDragEnd}
    >
      {count > 1 && !disabled && (
        <MoveButtons name={name} place={place} count={count} onMove={onMove} />
      )}
      <span className={clsx(styles.extension, 'numeric')} aria-hidden="true">
        {state.phase === 'sent' ? state.archive.kind : fileTypeLabel(name)}
      </span>
      <div className="grow">
        <p className="textSm bold truncate" dir="auto">
          {name}
        </p>
        <UploadStatus item={item} onRetry={onRetry} />
      </div>
      {!disabled && (
        <IconButton
          label={`Remover ${name}`}
          tip="none"
          icon={<X className="icon" aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
