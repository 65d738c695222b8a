import X from 'lucide-react/icons/x';
import { IconButton } from './icon-button.tsx';

interface FileRowProps {
  name: string;
  /** Bytes. */
  size?: number | undefined;
  /** 0 to 1 while it is being sent. */
  progress?: number | undefined;
  onRemove?: (() => void) | undefined;
}

/** 1536 → `1,5 KB`. */
export function fileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace('.', ',').replace(',0', '')} ${units[unit]}`;
}

function extension(name: string) {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1, dot + 5).toUpperCase() : '—';
}

/** One chosen or sent file: extension plate, name, size or progress, remove. */
export function FileRow({ name, size, progress, onRemove }: FileRowProps) {
  return (
    <div className="arq">
      <span className="ext num" aria-hidden="true">
        {extension(name)}
      </span>
      <div className="cresce">
        <p className="t-sm b trunca">{name}</p>
        {progress === undefined ? (
          size !== undefined && <p className="t-xs mute num">{fileSize(size)}</p>
        ) : (
          <div
            className="prog"
            role="progressbar"
            aria-label={`Enviando ${name}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress * 100)}
          >
            <i style={{ width: `${progress * 100}%` }} />
          </div>
        )}
      </div>
      {onRemove && (
        <IconButton
          label={`Remover ${name}`}
          icon={<X className="i" aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
