import type { PackFile } from '@guilda/contract/services/packs';
import clsx from 'clsx';
import EyeOff from 'lucide-react/icons/eye-off';
import Play from 'lucide-react/icons/play';
import { Link } from 'react-router';
import { fileSizeText } from '../../../lib/format/file-size.ts';
import { iconButton } from '../../../ui/actions/icon-button.module.css';
import { Tag } from '../../../ui/display/tag.tsx';
import { useOpenPack } from '../data/pack-context.ts';
import { tileId, viewerHash } from '../viewer/viewer-hash.ts';
import { DownloadFileLink } from './download-file-link.tsx';
import * as fileStyles from './file.module.css';
import { FileThumbnail } from './file-thumbnail.tsx';
import * as styles from './pack-tile.module.css';

interface PackTileProps {
  file: PackFile;
  /** Whether the file is the one shown in large size above the tiles. */
  current: boolean;
  /** Whether the tile is visible without scrolling, so that its picture loads at once. */
  eager: boolean;
}

function TilePicture({ file, eager }: Pick<PackTileProps, 'file' | 'eager'>) {
  if (file.kind !== 'MP4') return <FileThumbnail file={file} eager={eager} />;
  return (
    <span className={fileStyles.placeholder}>
      <Play className="icon" aria-hidden="true" />
    </span>
  );
}

/** Tile of a file; pressing it opens the viewer. */
export function PackTile({ file, current, eager }: PackTileProps) {
  const { isVeiled } = useOpenPack();
  const { id, name, kind, size } = file;
  const veiled = isVeiled(id);
  return (
    <li className={clsx(styles.tile, veiled && styles.veiled)}>
      <Link
        to={viewerHash(id)}
        id={tileId(id)}
        preventScrollReset
        className={styles.link}
        aria-current={current ? 'true' : undefined}
        aria-label={`Abrir ${name}${veiled ? ', conteúdo +18' : ''}`}
      >
        <span className={styles.picture}>
          <TilePicture file={file} eager={eager} />
          {veiled && <EyeOff className={`icon ${styles.veilIcon}`} aria-hidden="true" />}
        </span>
        {kind === 'GIF' && <Tag className={`numeric ${styles.kind}`}>GIF</Tag>}
      </Link>
      <div className={styles.caption}>
        <div className="grow">
          <p className="truncate" title={name} dir="auto">
            {name}
          </p>
          <p className="textXs muted numeric">{`${kind} · ${fileSizeText(size)}`}</p>
        </div>
        <DownloadFileLink file={file} className={`${iconButton} onlyLarge`} />
      </div>
    </li>
  );
}
