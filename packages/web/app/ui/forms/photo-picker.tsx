import ImagePlus from 'lucide-react/icons/image-plus';
import { type MouseEvent, useId } from 'react';
import { Button, buttonAttributes } from '../actions/button.tsx';
import { Avatar } from '../display/avatar.tsx';
import { FieldError } from './field.tsx';
import * as styles from './photo-picker.module.css';
import { TakePhotoButton } from './take-photo-button.tsx';
import { useObjectUrl } from './use-object-url.ts';

interface PhotoPickerProps {
  label: string;
  file: File | null;
  /** Called with the chosen file, or with null when the person removes the choice. */
  onChange: (file: File | null) => void;
  /** URL of the current photo; null shows the default avatar. */
  currentUrl: string | null;
  /** File types of the file chooser, as in the attribute `accept`. */
  accept?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

function ChooseFileButton(
  props: Omit<PhotoPickerProps, 'currentUrl' | 'hint' | 'file'> & { id: string },
) {
  const { id, label, accept = 'image/*', error, disabled, onChange } = props;
  return (
    <label {...buttonAttributes({})}>
      <ImagePlus className="icon" aria-hidden="true" />
      Escolher foto
      <input
        className="srOnly"
        type="file"
        accept={accept}
        disabled={disabled}
        aria-label={`${label}: escolher foto`}
        aria-describedby={`${id}-e ${id}-h`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => {
          const chosenFile = event.target.files?.[0];
          if (chosenFile) onChange(chosenFile);
          // The input is emptied, so that choosing the same file again causes a change event.
          event.target.value = '';
        }}
      />
    </label>
  );
}

/** Field for the profile photo; shows the chosen file, otherwise the current photo, otherwise the default avatar. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { label, file, onChange, currentUrl, hint, error, disabled } = props;
  const id = useId();
  const removeChoice = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears, so the focus moves to the neighbouring field.
    currentTarget.parentElement?.querySelector('input')?.focus({ preventScroll: true });
    onChange(null);
  };
  const preview = useObjectUrl(file);
  return (
    <div className={styles.picker} data-testid="photo-picker">
      <Avatar src={preview ?? currentUrl} size="xl" alt="" loading="eager" />
      <div className="column gap2">
        <span className="bold">{label}</span>
        {hint && (
          <p className="textSm muted" id={`${id}-h`}>
            {hint}
          </p>
        )}
        <div className={`row gap2 ${styles.buttons}`}>
          <ChooseFileButton {...props} id={id} />
          <TakePhotoButton camera="user" disabled={disabled} onPhoto={onChange} />
          {file && (
            <Button variant="ghost" disabled={disabled} onClick={removeChoice}>
              Remover escolha
            </Button>
          )}
        </div>
        {error && <FieldError id={`${id}-e`}>{error}</FieldError>}
      </div>
    </div>
  );
}
