import Camera from 'lucide-react/icons/camera';
import { buttonAttributes } from '../actions/button.tsx';
import { useIsTouchDevice } from './use-is-touch-device.ts';

interface TakePhotoButtonProps {
  /** The camera that opens first: the front camera or the rear camera. */
  camera: 'user' | 'environment';
  disabled?: boolean | undefined;
  onPhoto: (file: File) => void;
}

/** Button that opens the camera of a phone; not rendered on devices with a mouse. */
export function TakePhotoButton({ camera, disabled, onPhoto }: TakePhotoButtonProps) {
  if (!useIsTouchDevice()) return null;
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
          const photoFile = event.target.files?.[0];
          if (photoFile) onPhoto(photoFile);
          event.target.value = '';
        }}
      />
    </label>
  );
}
