import type { PackFile } from '@guilda/contract/packs';
import clsx from 'clsx';
import EyeOff from 'lucide-react/icons/eye-off';
import Play from 'lucide-react/icons/play';
import { Link } from 'react-router';
import { fileSize } from '../../../ui/file-row.tsx';
import { useOpenPack } from '../data/pack-context.ts';
import { placeHash, tileId } from '../viewer/viewer-address.ts';
import { FileThumb } from './file-image.tsx';
import { SaveFile } from './save-file.tsx';

interface PackTileProps {
  file: PackFile;
  /** On the stage above. */
  current: boolean;
  /** In the first view. */
  eager: boolean;
}

function Picture({ file, eager }: Pick<PackTileProps, 'file' | 'eager'>) {
  if (file.kind !== 'MP4') return <FileThumb file={file} eager={eager} />;
  return (
    <span className="tela-p">
      <Play className="i" aria-hidden="true" />
    </span>
  );
}

/** A file of the pack: pressing it opens the viewer on it. */
export function PackTile({ file, current, eager }: PackTileProps) {
  const { isVeiled } = useOpenPack();
  const { id, name, kind, size } = file;
  const veiled = isVeiled(id);
  return (
    <li className={clsx('rolo-i', veiled && 'velado')}>
      <Link
        to={placeHash(id)}
        id={tileId(id)}
        preventScrollReset
        aria-current={current ? 'true' : undefined}
        aria-label={`Abrir ${name}${veiled ? ', conteúdo +18' : ''}`}
      >
        <span className="rolo-t">
          <Picture file={file} eager={eager} />
          {veiled && <EyeOff className="i rolo-v" aria-hidden="true" />}
        </span>
        {kind === 'GIF' && <span className="tag num">GIF</span>}
      </Link>
      <div className="rolo-n">
        <div className="cresce">
          <p className="trunca" title={name} dir="auto">
            {name}
          </p>
          <p className="t-xs mute num">{`${kind} · ${fileSize(size)}`}</p>
        </div>
        <SaveFile file={file} className="ib so-desk" />
      </div>
    </li>
  );
}
