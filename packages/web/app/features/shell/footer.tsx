/** The foot of the page, for visitors; signed-in people have the bottom bar instead. */
export function Footer() {
  return (
    <footer className="rodape on-mesa so-visita">
      <div className="wrap row between">
        <img src="/art/marca/guilda-claro.svg" alt="Guilda" width={100} height={28} />
        <p className="t-sm mute">Tem sempre alguém à mesa.</p>
      </div>
    </footer>
  );
}
