import { CopyButton } from '../../../ui/copy-button.tsx';

/** A purchase code, which can be selected, with a button that copies it. */
export function PurchaseCode({ code }: { code: string }) {
  return (
    <span className="codigo">
      <span className="num">{code}</span>
      <CopyButton text={code} label={`Copiar código ${code}`} done="Código copiado" />
    </span>
  );
}
