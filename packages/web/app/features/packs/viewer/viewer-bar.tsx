import type { PackFile } from '@guilda/contract/packs';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SaveFile } from '../parts/save-file.tsx';

interface ViewerBarProps {
  file: PackFile;
  place: number;
  count: number;
  zoomed: boolean;
  onZoom: () => void;
  onClose: () => void;
}

/** What is on screen, and what may be done with it. */
export function ViewerBar({ file, place, count, zoomed, onZoom, onClose }: ViewerBarProps) {
  const ZoomIcon = zoomed ? ZoomOut : ZoomIn;
  return (
    <header className="tela-c">
      <div className="cresce" role="status">
        <p className="b trunca" dir="auto">
          {file.name}
        </p>
        <p className="t-sm mute num">{`${place + 1} de ${count}`}</p>
      </div>
      {file.kind !== 'MP4' && (
        <IconButton
          label={zoomed ? 'Ajustar à tela' : 'Ampliar'}
          aria-pressed={zoomed}
          icon={<ZoomIcon className="i" aria-hidden="true" />}
          onClick={onZoom}
        />
      )}
      <SaveFile file={file} />
      <IconButton
        label="Fechar"
        tip="none"
        icon={<X className="i" aria-hidden="true" />}
        onClick={onClose}
      />
    </header>
  );
}
