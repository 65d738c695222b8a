import EyeOff from 'lucide-react/icons/eye-off';

/** Covers a picture for adults until it is pressed. The picture below is blurred by its parent. */
export function AdultVeil({ onReveal }: { onReveal: () => void }) {
  return (
    <button type="button" className="veu" onClick={onReveal}>
      <EyeOff className="i" aria-hidden="true" />
      <span>Conteúdo +18</span>
      <small>Toque para ver</small>
    </button>
  );
}
