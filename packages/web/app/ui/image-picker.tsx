import X from 'lucide-react/icons/x';
import { FieldError } from './field.tsx';
import { FileDrop } from './file-drop.tsx';
import { IconButton } from './icon-button.tsx';
import { useObjectUrl } from './use-object-url.ts';

interface ImagePickerProps {
  label: string;
  file: File | null;
  onChange: (file: File | null) => void;
  /** Picture already stored, shown until another is chosen. */
  currentUrl?: string | null | undefined;
  title?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** A well for one picture that turns into its preview (16:10) once chosen. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, file, onChange, currentUrl, title, hint, error, disabled } = props;
  const preview = useObjectUrl(file);
  const shown = preview ?? currentUrl;
  if (!shown) {
    return (
      <FileDrop
        label={label}
        title={title ?? 'Solte a imagem aqui'}
        hint={hint ?? 'ou toque para escolher um arquivo'}
        accept="image/*"
        error={error}
        disabled={disabled}
        onFiles={([first]) => first && onChange(first)}
      />
    );
  }
  return (
    <div className="campo">
      <span className="rotulo">{label}</span>
      <div className="escolhida">
        <img src={shown} alt={file ? `Prévia de ${file.name}` : 'Imagem atual'} />
        <div className="escolhida-b">
          <label className="btn p">
            Trocar
            <input
              className="sr"
              type="file"
              accept="image/*"
              aria-label={`Trocar: ${label}`}
              disabled={disabled}
              onChange={(event) => {
                const first = event.target.files?.[0];
                if (first) onChange(first);
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
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
