import { categoryImage } from '@guilda/contract/categories';
import EyeOff from 'lucide-react/icons/eye-off';
import Lock from 'lucide-react/icons/lock';
import { Button } from '../../../ui/button.tsx';
import { Main } from '../../../ui/main.tsx';

/** Stands in place of what is for verified adults only (`product §9`); nothing of it is on the page. */
export function AgeGate() {
  return (
    <Main className="pt0">
      <section className="porta">
        <div className="porta-f" aria-hidden="true" />
        <div className="dlg estatico porta-d">
          <header>
            <div className="row porta-h">
              <img src={categoryImage('nudez')} alt="" width={72} height={72} />
              <h1 className="d2">Só para maiores de 18</h1>
            </div>
          </header>
          <div className="cont col">
            <p className="dim pre">Conteúdo disponível apenas para maiores de 18 anos.</p>
            <ul className="col g2 t-sm">
              <li className="row g2">
                <Lock className="i" aria-hidden="true" />
                Esta porta só abre para quem teve a idade verificada.
              </li>
              <li className="row g2">
                <EyeOff className="i" aria-hidden="true" />
                Nada daqui aparece em listas, buscas ou prévias de link.
              </li>
            </ul>
          </div>
          <footer>
            <Button asLink to="/" variant="primary">
              Voltar ao início
            </Button>
          </footer>
        </div>
      </section>
    </Main>
  );
}
