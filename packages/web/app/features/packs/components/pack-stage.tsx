import type { PackFile } from '@guilda/contract/services/packs';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import EyeOff from 'lucide-react/icons/eye-off';
import Maximize from 'lucide-react/icons/maximize';
import { Link } from 'react-router';
import { fileSizeText } from '../../../lib/format/file-size.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import * as veil from '../../../ui/display/veil.module.css';
import { useOpenPack } from '../data/pack-context.ts';
import { useFileUrl } from '../data/use-file-url.ts';
import { viewerHash } from '../viewer/viewer-hash.ts';
import { DownloadFileLink } from './download-file-link.tsx';
import { FileError } from './file-error.tsx';
import { FileVideo } from './file-video.tsx';
import * as styles from './pack-stage.module.css';

interface PackStageProps {
  file: PackFile;
  /** Index of the file, from 0 to `count` - 1. */
  index: number;
  count: number;
  /** Whether playback is paused, because the full-screen viewer is open. */
  paused: boolean;
  onIndexChange: (index: number) => void;
}

function StageImage({ file }: { file: PackFile }) {
  const { src, failed, onError, onLoad, retry } = useFileUrl(file, 'url');
  if (failed) return <FileError file={file} onRetry={retry} />;
  return (
    <Link
      to={viewerHash(file.id)}
      preventScrollReset
      className={styles.imageLink}
      aria-label={`Ver ${file.name} em tela cheia`}
    >
      <img src={src} alt="" onError={onError} onLoad={onLoad} decoding="async" />
    </Link>
  );
}

function AdultFileVeil({ file }: { file: PackFile }) {
  return (
    <Link to={viewerHash(file.id)} preventScrollReset data-ui="veil" className={veil.veil}>
      <EyeOff className="icon" aria-hidden="true" />
      <span>Conteúdo +18</span>
      <small>Toque para ver</small>
    </Link>
  );
}

function StageContent({ file, paused }: Pick<PackStageProps, 'file' | 'paused'>) {
  const { isVeiled } = useOpenPack();
  if (paused) return null;
  if (isVeiled(file.id)) return <AdultFileVeil file={file} />;
  return file.kind === 'MP4' ? <FileVideo file={file} /> : <StageImage file={file} />;
}

/** The last viewed file in large size, with links to the previous and next file and to the full-screen viewer. */
export function PackStage({ file, index, count, paused, onIndexChange }: PackStageProps) {
  return (
    <section className={styles.stage} aria-label="Arquivo em destaque">
      <div className={styles.frame}>
        <StageContent key={file.id} file={file} paused={paused} />
      </div>
      <div className={styles.bar}>
        <IconButton
          label="Arquivo anterior"
          aria-disabled={index === 0}
          icon={<ChevronLeft className="icon" aria-hidden="true" />}
          onClick={() => index > 0 && onIndexChange(index - 1)}
        />
        <IconButton
          label="Próximo arquivo"
          aria-disabled={index === count - 1}
          icon={<ChevronRight className="icon" aria-hidden="true" />}
          onClick={() => index < count - 1 && onIndexChange(index + 1)}
        />
        <div className="grow" role="status">
          <p className="textSm bold truncate" dir="auto">
            {file.name}
          </p>
          <p className="textXs muted numeric">{`${index + 1} de ${count} · ${fileSizeText(file.size)}`}</p>
        </div>
        <DownloadFileLink file={file} />
        <IconButton
          asLink
          to={viewerHash(file.id)}
          preventScrollReset
          label="Ver em tela cheia"
          icon={<Maximize className="icon" aria-hidden="true" />}
        />
      </div>
    </section>
  );
}
