import { useEffect, useState } from 'react';

/**
 * Replaces the package `react-style-singleton`, with which an open dialog stops the page from scrolling. The package
 * writes a style element whose text depends on measured widths, so its hash cannot be in the Content-Security-Policy,
 * which pages have from their rendering on. Style sheets adopted by script do not count as inline styles. The styles
 * apply while any instance is mounted; those of the first instance are used.
 */
export function styleSingleton() {
  let sheet: CSSStyleSheet | null = null;
  let mountedCount = 0;
  const addStyles = (styles: string) => {
    mountedCount += 1;
    if (sheet) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  const remove = () => {
    mountedCount -= 1;
    if (mountedCount > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    sheet = null;
  };
  return function Styles({ styles }: { styles: string }) {
    // As in the package, an instance keeps the styles of its first rendering.
    const [first] = useState(styles);
    useEffect(() => {
      addStyles(first);
      return remove;
    }, [first]);
    return null;
  };
}
