import { errors } from '@guilda/contract/errors';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef } from 'react';
import { ImagePicker } from '../../../ui/forms/image-picker.tsx';
import { PHOTO_TYPES } from './post-form.ts';
import type { PostPanelModel } from './use-post-panel.ts';

type PhotoFieldProps = Pick<PostPanelModel, 'form' | 'values' | 'photo' | 'progress'>;

/** Field for the photo of a post, with a preview and a progress bar during the upload. */
export function PhotoField({ form, values, photo, progress }: PhotoFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const { errors: fieldErrors } = form.formState;
  const change = (file: File | null) => {
    photo.choose(file);
    if (file !== null) return;
    // The pressed button disappeared with the picture, so the upload area takes the focus.
    requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
  };
  return (
    <div ref={field}>
      <ImagePicker
        label="Foto"
        icon={<ImagePlus className="icon" aria-hidden="true" />}
        file={values.photo}
        onChange={change}
        onReject={() => photo.refuse(errors.file_type.text)}
        accept={PHOTO_TYPES}
        disabled={progress !== undefined}
        progress={values.photo ? progress : undefined}
        error={fieldErrors.photo?.message}
      />
    </div>
  );
}
