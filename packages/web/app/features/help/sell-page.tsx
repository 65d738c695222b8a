import { formatBrl } from '@guilda/contract/money/money';
import { splitPrice } from '@guilda/contract/money/split-price';
import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { durationInHoursText } from '../../lib/format/duration-text.ts';
import { useAddServiceLink } from '../../lib/navigation/dialog-query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Main } from '../../ui/layout/main.tsx';
import { clearingText } from './clearing-text.ts';
import * as styles from './sell-page.module.css';

/** Price of the example, in centavos. */
const EXAMPLE_PRICE_CENTAVOS = 5_000;

function SellingFact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="textXl">{title}</h2>
      <p className="secondary pretty">{children}</p>
    </li>
  );
}

function FeeFact({ feePercent }: { feePercent: number }) {
  if (feePercent === 0)
    return <SellingFact title="Sem taxa">Hoje tudo o que você vende é seu.</SellingFact>;
  const { net } = splitPrice(EXAMPLE_PRICE_CENTAVOS, feePercent);
  return (
    <SellingFact title={`Taxa de ${feePercent}%`}>
      Só quando uma venda é concluída. De {formatBrl(EXAMPLE_PRICE_CENTAVOS)}, você recebe{' '}
      <b className="bold">{formatBrl(net)}</b>. Publicar não custa nada.
    </SellingFact>
  );
}

function SellingFacts({ rules }: { rules: LegalPageValues }) {
  const { startHours, disputeAnswerHours, payoutProfileRestHours } = rules;
  return (
    <ul className={styles.facts}>
      <FeeFact feePercent={rules.feePercent} />
      <SellingFact title="Quando o dinheiro é seu">
        Quem compra paga antes, e o dinheiro fica guardado. {clearingText(rules)}
      </SellingFact>
      <SellingFact title="Saque por Pix">
        Na carteira, para uma chave Pix sua.{' '}
        <b className="bold">Só quem tem 18 anos ou mais pode sacar</b>: no primeiro saque você diz
        nome, CPF e data de nascimento.
        {payoutProfileRestHours > 0 &&
          ` Se mudar esses dados, o saque espera ${durationInHoursText(payoutProfileRestHours)}.`}
      </SellingFact>
      <SellingFact title={`${durationInHoursText(startHours)} para começar`}>
        Depois que pagam, você inicia o atendimento nesse prazo. Passou, o dinheiro volta para quem
        comprou.
      </SellingFact>
      <SellingFact title="Se der problema">
        Quem comprou pode abrir uma disputa até o dinheiro ser liberado. Você tem{' '}
        {durationInHoursText(disputeAnswerHours)} para responder; sem resposta, tudo volta para quem
        comprou.
      </SellingFact>
      <SellingFact title="As regras">
        Anuncie só o que é seu e o que você consegue entregar, e combine tudo por aqui. As regras
        inteiras estão nos{' '}
        <Link className="link" to="/termos#vender">
          termos de uso
        </Link>
        .
      </SellingFact>
    </ul>
  );
}

/**
 * `/vender`: the costs of selling, when and how sellers are paid, the rules, and a button that creates the first
 * service.
 */
export function SellPage({ rules }: { rules: LegalPageValues }) {
  const addService = useAddServiceLink();
  return (
    <Main>
      <div className={clsx(styles.page, 'container')}>
        <header className={styles.head}>
          <h1 className="display2">Venda o que você faz bem</h1>
          <p className="textLg secondary pretty">
            Uma aula, uma dupla, um desenho, uma boa conversa: você escolhe o preço e atende quando
            quiser.
          </p>
          <div className={styles.actions}>
            {/* A visitor signs in first and then comes back to the dialog. */}
            <Button asLink to={addService} variant="primary" size="large" preventScrollReset>
              Adicionar serviço
            </Button>
            <Button asLink to="/ajuda/vender" size="large">
              Dúvidas de quem vende
            </Button>
          </div>
        </header>
        <SellingFacts rules={rules} />
      </div>
    </Main>
  );
}
