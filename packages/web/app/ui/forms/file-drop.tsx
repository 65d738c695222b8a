import clsx from 'clsx';
import Upload from 'lucide-react/icons/upload';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import * as field from './field.module.css';
import { FieldError } from './field.tsx';
import * as styles from './file-drop.module.css';
import { useIsTouchDevice } from './use-is-touch-device.ts';

interface FileDropProps {
  /** Label of the field, above the drop area. */
  label: string;
  hideLabel?: boolean | undefined;
  /** Bold text inside the drop area. */
  title?: string | undefined;
  /** A lucide icon element shown instead of the arrow. */
  icon?: ReactNode;
  /** Second line of text, such as formats and limits. */
  hint?: ReactNode;
  /** Value of `<input accept>`, which also filters dropped files. */
  accept?: string | undefined;
  multiple?: boolean | undefined;
  disabled?: boolean | undefined;
  error?: string | undefined;
  onFiles: (files: File[]) => void;
  /** Called with dropped files that `accept` excludes. */
  onReject?: ((files: File[]) => void) | undefined;
}

/** Whether a file matches an `accept` list of types, wildcards and extensions. */
export function isAccepted(
  file: { name: string; type: string },
  accept: string | undefined,
): boolean {
  if (!accept) return true;
  return accept.split(',').some((acceptedType) => {
    const rule = acceptedType.trim().toLowerCase();
    if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule);
    if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1));
    return file.type === rule;
  });
}

/** A dashed area that takes files by drag and drop, by press and by keyboard. */
export function FileDrop(props: FileDropProps) {
  const {
    label,
    hideLabel,
    title,
    icon,
    hint,
    accept,
    multiple = false,
    disabled,
    error,
    onFiles,
    onReject,
  } = props;
  const id = useId();
  const isTouchDevice = useIsTouchDevice();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const addFiles = (fileList: FileList | null) => {
    const droppedFiles = [...(fileList ?? [])];
    const files = droppedFiles.filter((file) => isAccepted(file, accept));
    const rejectedFiles = droppedFiles.filter((file) => !files.includes(file));
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
    if (rejectedFiles.length > 0) onReject?.(rejectedFiles);
  };
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(isInside && !disabled);
  };
  return (
    <div className={field.field} data-ui="field">
      <span className={clsx(field.label, hideLabel && 'srOnly')} id={`${id}-l`}>
        {label}
      </span>
      <label
        className={clsx(styles.drop, isDraggedOver && styles.over, error && styles.invalid)}
        data-ui="file-drop"
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          if (!disabled) addFiles(event.dataTransfer.files);
        }}
      >
        {icon ?? <Upload className="icon" aria-hidden="true" />}
        <span className="bold">
          {title ??
            `${isTouchDevice ? 'Escolher' : 'Solte'} ${multiple ? 'os arquivos' : 'o arquivo'}${isTouchDevice ? '' : ' aqui'}`}
        </span>
        {hint && <span className="textSm">{hint}</span>}
        <input
          className="srOnly"
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-labelledby={`${id}-l`}
          aria-describedby={error ? `${id}-e` : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            addFiles(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      {error && <FieldError id={`${id}-e`}>{error}</FieldError>}
    </div>
  );
}
