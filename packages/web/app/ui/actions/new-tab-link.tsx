import { VisuallyHidden } from '../display/visually-hidden.tsx';

/** Link that opens a new tab, so that the form keeps its input. */
export function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <a className="link" href={to} target="_blank" rel="noreferrer">
      {children}
      <VisuallyHidden> (abre em outra aba)</VisuallyHidden>
    </a>
  );
}
