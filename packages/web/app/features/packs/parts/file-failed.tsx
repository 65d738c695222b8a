import type { PackFile } from '@guilda/contract/packs';
import FileWarning from 'lucide-react/icons/file-warning';
import { Button } from '../../../ui/button.tsx';
import { downloadOf } from './save-file.tsx';
import { SaveLink } from './save-link.tsx';

/** Stands where a file cannot be shown: try again, or save it and open it elsewhere. */
export function FileFailed({ file, onRetry }: { file: PackFile; onRetry: () => void }) {
  return (
    <div className="visor-f" role="alert">
      <FileWarning className="i" aria-hidden="true" />
      <p className="b">Não deu para abrir este arquivo aqui.</p>
      <p className="t-sm dim">Tente de novo ou salve para abrir em outro programa.</p>
      <span className="row g2">
        <Button size="small" onClick={onRetry}>
          Tentar de novo
        </Button>
        <SaveLink address={downloadOf(file)} className="btn fant p">
          Salvar
        </SaveLink>
      </span>
    </div>
  );
}
