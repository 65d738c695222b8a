import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { useLazyComponent } from './use-lazy-component.ts';

interface LazyMenuProps<P> {
  /** Fetches the opened menu, which shows `trigger` as its button. */
  load: () => Promise<ComponentType<P & { trigger: ReactNode }>>;
  /** The button, with what makes it the menu's. */
  button: (more: ComponentProps<'button'>) => ReactNode;
  /** Props of the menu. */
  menu: P;
}

/** A menu behind a button, loaded when the button is pointed at, focused or pressed. */
export function LazyMenu<P extends object>({ load, button, menu }: LazyMenuProps<P>) {
  const [wanted, setWanted] = useState(false);
  const Opened = useLazyComponent(load, wanted, () => setWanted(false));
  if (Opened) return <Opened {...menu} trigger={button({})} />;
  const ahead = () => preloadCode(load);
  return button({ onPointerEnter: ahead, onFocus: ahead, onClick: () => setWanted(true) });
}
