import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import * as Radix from 'radix-ui/dialog';
import { useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { CloseOnBack } from './close-on-back.tsx';
import * as styles from './picture-viewer.module.css';
import { stayOpen } from './stay-open.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface PictureViewerProps {
  src: string;
  /** Description of the picture, also used as the accessible name of the viewer. */
  alt: string;
  onClose: () => void;
}

/**
 * A picture in full screen, in its own aspect ratio. A double press or “Ampliar” zooms in, and a zoomed picture can be
 * scrolled; Back, Escape and “Fechar” close it. Load the component lazily, so that the code of Radix dialogs is not
 * part of the first page load.
 */
export function PictureViewer({ src, alt, onClose }: PictureViewerProps) {
  const focusHandlers = useReturnFocus();
  const [zoomed, setZoomed] = useState(false);
  const zoom = () => setZoomed(!zoomed);
  const ZoomIcon = zoomed ? ZoomOut : ZoomIn;
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          {...focusHandlers}
          className={`${styles.viewer} onDark`}
          aria-describedby={undefined}
          onInteractOutside={stayOpen}
        >
          <CloseOnBack close={onClose} />
          <Radix.Title className="srOnly">{alt}</Radix.Title>
          <header className={styles.bar}>
            <IconButton
              label={zoomed ? 'Ajustar à tela' : 'Ampliar'}
              aria-pressed={zoomed}
              icon={<ZoomIcon className="icon" aria-hidden="true" />}
              onClick={zoom}
            />
            <IconButton
              label="Fechar"
              tip="none"
              icon={<X className="icon" aria-hidden="true" />}
              onClick={onClose}
            />
          </header>
          <section
            className={styles.stage}
            data-zoomed={zoomed || undefined}
            {...(zoomed
              ? { tabIndex: 0, 'aria-label': `${alt}, ampliada: role para ver tudo` }
              : {})}
          >
            <img src={src} alt={alt} draggable={false} onDoubleClick={zoom} />
          </section>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
