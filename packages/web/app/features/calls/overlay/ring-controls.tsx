import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { setRingMuted } from '../../../lib/ring-mute.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import * as styles from './call-sheet.module.css';

/** Whether a page may play the ringtone. */
export interface RingState {
  readonly muted: boolean;
  /** Whether the ringtone is blocked until the browser sees a user gesture. */
  readonly blocked: boolean;
  /** Makes it sound, on a gesture. */
  wake(): void;
}

/**
 * The key that brings the focus to a button may be the gesture that makes the button go, such as the first
 * Tab to “Tocar som”: the focus goes on to its neighbour then, and is not lost.
 */
function moveFocusToNext(button: HTMLButtonElement | null) {
  return () => {
    const next = button?.nextElementSibling;
    if (document.activeElement === button && next instanceof HTMLElement) next.focus();
  };
}

/** In the sheet's corner: sound on or off on this device, and to begin with where the browser asks for it. */
export function RingControls({ ring }: { ring: RingState }) {
  const { muted, blocked, wake } = ring;
  const Icon = muted ? VolumeX : Volume2;
  return (
    <div className={styles.corner}>
      {blocked && !muted && (
        <Button variant="ghost" size="small" onClick={wake} ref={moveFocusToNext}>
          Tocar som
        </Button>
      )}
      <IconButton
        label="Silenciar toque"
        aria-pressed={muted}
        icon={<Icon className="icon" aria-hidden="true" />}
        onClick={() => setRingMuted(!muted)}
      />
    </div>
  );
}
