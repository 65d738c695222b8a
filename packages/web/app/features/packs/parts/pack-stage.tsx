import type { PackFile } from '@guilda/contract/packs';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import EyeOff from 'lucide-react/icons/eye-off';
import Maximize from 'lucide-react/icons/maximize';
import { Link } from 'react-router';
import { fileSize } from '../../../ui/file-row.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useOpenPack } from '../data/pack-context.ts';
import { useAddress } from '../data/use-address.ts';
import { placeHash } from '../viewer/viewer-address.ts';
import { FileFailed } from './file-failed.tsx';
import { FileVideo } from './file-video.tsx';
import { SaveFile } from './save-file.tsx';

interface PackStageProps {
  file: PackFile;
  /** From 0, among `count`. */
  place: number;
  count: number;
  /** While the viewer is open nothing plays behind it. */
  resting: boolean;
  onPlace: (place: number) => void;
}

function StageImage({ file }: { file: PackFile }) {
  const { src, failed, onError, onLoad, again } = useAddress(file, 'url');
  if (failed) return <FileFailed file={file} onRetry={again} />;
  return (
    <Link to={placeHash(file.id)} preventScrollReset aria-label={`Ver ${file.name} em tela cheia`}>
      <img src={src} alt="" onError={onError} onLoad={onLoad} decoding="async" />
    </Link>
  );
}

function Veil({ file }: { file: PackFile }) {
  return (
    <Link to={placeHash(file.id)} preventScrollReset className="veu">
      <EyeOff className="i" aria-hidden="true" />
      <span>Conteúdo +18</span>
      <small>Toque para ver</small>
    </Link>
  );
}

function Shown({ file, resting }: Pick<PackStageProps, 'file' | 'resting'>) {
  const { isVeiled } = useOpenPack();
  if (resting) return null;
  if (isVeiled(file.id)) return <Veil file={file} />;
  return file.kind === 'MP4' ? <FileVideo file={file} /> : <StageImage file={file} />;
}

/** One file, large: what was looked at last, with the way to the next and to the whole screen. */
export function PackStage({ file, place, count, resting, onPlace }: PackStageProps) {
  return (
    <section className="visor-p" aria-label="Arquivo em destaque">
      <div className="visor-q">
        <Shown key={file.id} file={file} resting={resting} />
      </div>
      <div className="visor-c">
        <IconButton
          label="Arquivo anterior"
          aria-disabled={place === 0}
          icon={<ChevronLeft className="i" aria-hidden="true" />}
          onClick={() => place > 0 && onPlace(place - 1)}
        />
        <IconButton
          label="Próximo arquivo"
          aria-disabled={place === count - 1}
          icon={<ChevronRight className="i" aria-hidden="true" />}
          onClick={() => place < count - 1 && onPlace(place + 1)}
        />
        <div className="cresce" role="status">
          <p className="t-sm b trunca" dir="auto">
            {file.name}
          </p>
          <p className="t-xs mute num">{`${place + 1} de ${count} · ${fileSize(file.size)}`}</p>
        </div>
        <SaveFile file={file} />
        <IconButton
          asLink
          to={placeHash(file.id)}
          preventScrollReset
          label="Ver em tela cheia"
          icon={<Maximize className="i" aria-hidden="true" />}
        />
      </div>
    </section>
  );
}
