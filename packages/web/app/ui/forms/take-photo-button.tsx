import Camera from 'lucide-react/icons/camera';
import { buttonAttributes } from '../actions/button.tsx';
import { useTouch } from './use-touch.ts';

interface TakePhotoButtonProps {
  /** The camera that opens first: of the person's side, or of the other. */
  camera: 'user' | 'environment';
  disabled?: boolean | undefined;
  onPhoto: (file: File) => void;
}

/** Opens the camera of a phone; nothing where people use a mouse. */
export function TakePhotoButton({ camera, disabled, onPhoto }: TakePhotoButtonProps) {
  if (!useTouch()) return null;
  return (
    <label {...buttonAttributes({})}>
      <Camera className="icon" aria-hidden="true" />
      Tirar foto
      <input
        className="srOnly"
        type="file"
        accept="image/*"
        capture={camera}
        disabled={disabled}
        onChange={(event) => {
          const first = event.target.files?.[0];
          if (first) onPhoto(first);
          event.target.value = '';
        }}
      />
    </label>
  );
}
