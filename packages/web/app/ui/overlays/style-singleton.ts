import { useEffect, useState } from 'react';

/**
 * Replaces the package `react-style-singleton`, with which an open dialog stops the page from scrolling. The package
 * writes a style element whose text depends on measured widths. The Content-Security-Policy cannot contain its hash,
 * because the policy is fixed when the page is rendered; style sheets adopted by script need no hash. The styles of the
 * first mounted instance apply until the last one is unmounted.
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
