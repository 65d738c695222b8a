import ImagePlus from 'lucide-react/icons/image-plus';
import { Avatar } from './avatar.tsx';
import { useObjectUrl } from './use-object-url.ts';

interface PhotoPickerProps {
  label: string;
  file: File | null;
  onChange: (file: File) => void;
  /** Current photo; null shows the default avatar. */
  currentUrl: string | null;
  hint?: string | undefined;
}

/** Profile photo: preview of the chosen file, otherwise the current photo, otherwise the default. */
export function PhotoPicker({ label, file, onChange, currentUrl, hint }: PhotoPickerProps) {
  const preview = useObjectUrl(file);
  return (
    <div className="foto">
      <Avatar src={preview ?? currentUrl} size="xl" alt="" loading="eager" />
      <div className="col g2">
        <span className="b">{label}</span>
        {hint && <p className="t-sm mute">{hint}</p>}
        <label className="btn">
          <ImagePlus className="i" aria-hidden="true" />
          Escolher foto
          <input
            className="sr"
            type="file"
            accept="image/*"
            aria-label={label}
            onChange={(event) => {
              const first = event.target.files?.[0];
              if (first) onChange(first);
              event.target.value = '';
            }}
          />
        </label>
      </div>
    </div>
  );
}
