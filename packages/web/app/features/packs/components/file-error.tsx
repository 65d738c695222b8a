import type { PackFile } from '@guilda/contract/services/packs';
import FileWarning from 'lucide-react/icons/file-warning';
import { Button, buttonAttributes } from '../../../ui/actions/button.tsx';
import { downloadUrlOf } from './download-file-link.tsx';
import { DownloadLink } from './download-link.tsx';
import * as styles from './file.module.css';

/** Shown in place of a file that failed to load, with buttons to retry and to download. */
export function FileError({ file, onRetry }: { file: PackFile; onRetry: () => void }) {
  return (
    <div className={styles.error} role="alert">
      <FileWarning className="icon" aria-hidden="true" />
      <p className="bold">Não deu para abrir este arquivo aqui.</p>
      <p className="textSm secondary">Tente de novo ou salve para abrir em outro programa.</p>
      <span className="row gap2">
        <Button size="small" onClick={onRetry}>
          Tentar de novo
        </Button>
        <DownloadLink
          urlOf={downloadUrlOf(file)}
          className={buttonAttributes({ variant: 'ghost', size: 'small' }).className}
        >
          Salvar
        </DownloadLink>
      </span>
    </div>
  );
}
