import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { preloadCode } from '../../lib/loading/load-code.ts';
import { useLazyComponent } from './use-lazy-component.ts';

interface LazyMenuProps<P> {
  /** Loads the menu component, which is initially open and shows `trigger` as its button. */
  load: () => Promise<ComponentType<P & { trigger: ReactNode }>>;
  /** Renders the button with additional props that make it open the menu. */
  button: (triggerProps: ComponentProps<'button'>) => ReactNode;
  /** Props of the menu component. */
  menu: P;
}

/** A menu behind a button; its code is loaded when the button is hovered, focused or pressed. */
export function LazyMenu<P extends object>({ load, button, menu }: LazyMenuProps<P>) {
  const [wanted, setWanted] = useState(false);
  const MenuComponent = useLazyComponent(load, wanted, () => setWanted(false));
  if (MenuComponent) return <MenuComponent {...menu} trigger={button({})} />;
  const preload = () => preloadCode(load);
  return button({ onPointerEnter: preload, onFocus: preload, onClick: () => setWanted(true) });
}
