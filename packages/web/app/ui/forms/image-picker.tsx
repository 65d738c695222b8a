import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { buttonAttributes } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { ProgressBar } from '../feedback/progress-bar.tsx';
import * as field from './field.module.css';
import { FieldError } from './field.tsx';
import { FileDrop, isAccepted } from './file-drop.tsx';
import * as styles from './image-picker.module.css';
import { TakePhotoButton } from './take-photo-button.tsx';
import { useIsTouchDevice } from './use-is-touch-device.ts';
import { useObjectUrl } from './use-object-url.ts';

interface ImagePickerProps {
  label: string;
  file: File | null;
  onChange: (file: File | null) => void;
  /** URL of the stored picture, shown until another one is chosen. */
  currentUrl?: string | null | undefined;
  /** A lucide icon element for the empty drop area. */
  icon?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Value of `<input accept>`. */
  accept?: string | undefined;
  /** Called when the browser cannot show the chosen file. */
  onReject?: (() => void) | undefined;
  /** Uploaded share, from 0 to 1, while the picture is being sent. */
  progress?: number | undefined;
}

/**
 * The drop area while no picture is chosen; on touch screens, a button to choose a picture and a button to take a
 * photo.
 */
function EmptyPicker(props: ImagePickerProps & { accept: string }) {
  const { label, icon, hint, accept, error, disabled, onChange, onReject } = props;
  const isTouchDevice = useIsTouchDevice();
  const chooseFile = (file: File) => (isAccepted(file, accept) ? onChange(file) : onReject?.());
  return (
    <>
      <FileDrop
        label={label}
        title={isTouchDevice ? 'Escolher foto' : 'Solte a imagem aqui'}
        icon={icon}
        hint={hint ?? (isTouchDevice ? undefined : 'ou clique para escolher um arquivo')}
        accept={accept}
        error={error}
        disabled={disabled}
        onFiles={([first]) => first && onChange(first)}
        onReject={onReject}
      />
      <TakePhotoButton camera="environment" disabled={disabled} onPhoto={chooseFile} />
    </>
  );
}

/** A drop area for one picture; once a picture is chosen, its preview (16:10) replaces the area. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, file, onChange, currentUrl, error, disabled, onReject } = props;
  const accept = props.accept ?? 'image/*';
  const preview = useObjectUrl(file);
  const shownUrl = preview ?? currentUrl;
  if (!shownUrl) return <EmptyPicker {...props} accept={accept} />;
  return (
    <div className={field.field} data-ui="field">
      <span className={field.label}>{label}</span>
      <div className={styles.picked} data-ui="picked">
        <img
          src={shownUrl}
          alt={file ? `Prévia de ${file.name}` : 'Imagem atual'}
          // A stored picture that cannot be loaded is no reason to refuse the form.
          onError={file ? onReject : undefined}
        />
        {!disabled && (
          <div className={styles.buttons}>
            <label {...buttonAttributes({ size: 'small' })}>
              Trocar
              <input
                className="srOnly"
                type="file"
                accept={accept}
                aria-label={`Trocar: ${label}`}
                onChange={(event) => {
                  const chosenFile = event.target.files?.[0];
                  if (chosenFile && isAccepted(chosenFile, accept)) onChange(chosenFile);
                  else if (chosenFile) onReject?.();
                  event.target.value = '';
                }}
              />
            </label>
            {file && (
              <IconButton
                label="Remover imagem"
                tone="solid"
                icon={<X className="icon" aria-hidden="true" />}
                onClick={() => onChange(null)}
              />
            )}
          </div>
        )}
      </div>
      {props.progress !== undefined && (
        <ProgressBar label="Enviando a imagem" share={props.progress} />
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
