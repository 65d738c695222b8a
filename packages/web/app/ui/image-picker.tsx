import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { FieldError } from './field.tsx';
import { accepts, FileDrop } from './file-drop.tsx';
import { IconButton } from './icon-button.tsx';
import { useObjectUrl } from './use-object-url.ts';

interface ImagePickerProps {
  label: string;
  file: File | null;
  onChange: (file: File | null) => void;
  /** Picture already stored, shown until another is chosen. */
  currentUrl?: string | null | undefined;
  title?: string | undefined;
  /** A lucide icon element for the empty well. */
  icon?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** As in `<input accept>`. */
  accept?: string | undefined;
  /** What was chosen is no picture that the browser can show. */
  onReject?: (() => void) | undefined;
  /** 0 to 1 while it is being sent. */
  progress?: number | undefined;
}

function Progress({ value }: { value: number }) {
  const percent = Math.round(value * 100);
  return (
    <div
      className="prog"
      role="progressbar"
      aria-label="Enviando a imagem"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}

/** A well for one picture that turns into its preview (16:10) once chosen. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, file, onChange, currentUrl, title, hint, error, disabled, onReject } = props;
  const accept = props.accept ?? 'image/*';
  const preview = useObjectUrl(file);
  const shown = preview ?? currentUrl;
  if (!shown) {
    return (
      <FileDrop
        label={label}
        title={title ?? 'Solte a imagem aqui'}
        icon={props.icon}
        hint={hint ?? 'ou toque para escolher um arquivo'}
        accept={accept}
        error={error}
        disabled={disabled}
        onFiles={([first]) => first && onChange(first)}
        onReject={onReject}
      />
    );
  }
  return (
    <div className="campo">
      <span className="rotulo">{label}</span>
      <div className="escolhida">
        <img
          src={shown}
          alt={file ? `Prévia de ${file.name}` : 'Imagem atual'}
          onError={onReject}
        />
        {!disabled && (
          <div className="escolhida-b">
            <label className="btn p">
              Trocar
              <input
                className="sr"
                type="file"
                accept={accept}
                aria-label={`Trocar: ${label}`}
                onChange={(event) => {
                  const first = event.target.files?.[0];
                  if (first && accepts(first, accept)) onChange(first);
                  else if (first) onReject?.();
                  event.target.value = '';
                }}
              />
            </label>
            {file && (
              <IconButton
                label="Remover imagem"
                tone="solid"
                icon={<X className="i" aria-hidden="true" />}
                onClick={() => onChange(null)}
              />
            )}
          </div>
        )}
      </div>
      {props.progress !== undefined && <Progress value={props.progress} />}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
