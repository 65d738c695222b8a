import type { PackFile } from '@guilda/contract/services/packs';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { DownloadFileLink } from '../components/download-file-link.tsx';
import * as styles from './pack-viewer.module.css';

interface ViewerBarProps {
  file: PackFile;
  index: number;
  count: number;
  zoomed: boolean;
  onZoom: () => void;
  onClose: () => void;
}

/** Bar of the viewer: name and position of the file, and buttons to zoom, download and close. */
export function ViewerBar({ file, index, count, zoomed, onZoom, onClose }: ViewerBarProps) {
  const ZoomIcon = zoomed ? ZoomOut : ZoomIn;
  return (
    <header className={styles.bar}>
      <div className="grow" role="status">
        <p className="bold truncate" dir="auto">
          {file.name}
        </p>
        <p className="textSm muted numeric">{`${index + 1} de ${count}`}</p>
      </div>
      {file.kind !== 'MP4' && (
        <IconButton
          label={zoomed ? 'Ajustar à tela' : 'Ampliar'}
          aria-pressed={zoomed}
          icon={<ZoomIcon className="icon" aria-hidden="true" />}
          onClick={onZoom}
        />
      )}
      <DownloadFileLink file={file} />
      <IconButton
        label="Fechar"
        tip="none"
        icon={<X className="icon" aria-hidden="true" />}
        onClick={onClose}
      />
    </header>
  );
}
