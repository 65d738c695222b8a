/** The wordmark for the light and the dark theme; CSS hides one of the two images, which is then never loaded. */
export function Wordmark() {
  return (
    <>
      <img src="/art/marca/guilda-claro.svg" alt="" width={158} height={44} loading="lazy" />
      <img src="/art/marca/guilda-tinta.svg" alt="" width={158} height={44} loading="lazy" />
    </>
  );
}
