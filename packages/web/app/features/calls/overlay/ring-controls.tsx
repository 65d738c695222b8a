import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { setRingMuted } from '../../../lib/ring-mute.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import * as styles from './call-sheet.module.css';

/** State of the ringtone on this page: muted by the person, or blocked by the browser. */
export interface RingState {
  readonly muted: boolean;
  /** Whether the browser blocks the ringtone until a user gesture. */
  readonly blocked: boolean;
  /** Tries to start the sound; called on a user gesture. */
  wake(): void;
}

/**
 * Ref callback of the button “Tocar som”: if the button has the focus when it is removed, the next button gets the
 * focus. This happens when the person reaches the button by Tab, a gesture that may start the sound and so removes the
 * button.
 */
function moveFocusToNext(button: HTMLButtonElement | null) {
  return () => {
    const next = button?.nextElementSibling;
    if (document.activeElement === button && next instanceof HTMLElement) next.focus();
  };
}

/**
 * Buttons in the corner of the sheet: mute or unmute on this device, and start the sound if the browser requires a
 * gesture.
 */
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
