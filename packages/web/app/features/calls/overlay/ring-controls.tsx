import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { muteRing } from '../../../lib/ring-mute.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** How a page stands with its sound. */
export interface RingState {
  readonly muted: boolean;
  /** It should sound, and the browser waits for a gesture. */
  readonly blocked: boolean;
  /** Makes it sound, on a gesture. */
  wake(): void;
}

/** In the sheet's corner: sound on or off on this device, and to begin with where the browser asks for it. */
export function RingControls({ ring }: { ring: RingState }) {
  const { muted, blocked, wake } = ring;
  const Icon = muted ? VolumeX : Volume2;
  return (
    <div className="lig-c">
      {blocked && !muted && (
        <Button variant="ghost" size="small" onClick={wake}>
          Tocar som
        </Button>
      )}
      <IconButton
        label="Silenciar toque"
        aria-pressed={muted}
        icon={<Icon className="i" aria-hidden="true" />}
        onClick={() => muteRing(!muted)}
      />
    </div>
  );
}
