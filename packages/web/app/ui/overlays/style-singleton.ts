import { useEffect, useState } from 'react';

/**
 * Stands in for `react-style-singleton`, by which an open dialog stops the page from scrolling: that package writes a
 * style element, which the Content-Security-Policy of kept pages cannot allow, because the text of the element depends
 * on measured widths. Sheets adopted by script are no inline styles. The styles apply while any instance is mounted;
 * those of the first instance count.
 */
export function styleSingleton() {
  let sheet: CSSStyleSheet | null = null;
  let mounted = 0;
  const add = (styles: string) => {
    mounted += 1;
    if (sheet) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  const remove = () => {
    mounted -= 1;
    if (mounted > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    sheet = null;
  };
  return function Styles({ styles }: { styles: string }) {
    // The first styles stay while the instance is mounted, as in the package.
    const [first] = useState(styles);
    useEffect(() => {
      add(first);
      return remove;
    }, [first]);
    return null;
  };
}
