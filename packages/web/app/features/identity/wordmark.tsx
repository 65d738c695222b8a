/** The wordmark in the ink of either theme; styles show one of the two, the other is never fetched. */
export function Wordmark() {
  return (
    <>
      <img src="/art/marca/guilda-claro.svg" alt="" width={158} height={44} loading="lazy" />
      <img src="/art/marca/guilda-tinta.svg" alt="" width={158} height={44} loading="lazy" />
    </>
  );
}
