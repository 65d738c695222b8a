import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import { durationInHoursText, durationInMinutesText } from '../../lib/format/duration-text.ts';
import type { LegalSection } from './section.ts';

const sellingSection: LegalSection = {
  id: 'vender',
  title: 'Vender',
  Body: () => (
    <>
      <p>
        Você publica um serviço com título, descrição, preço em reais, imagem e uma categoria. Há
        dois tipos: <b>Call</b>, um atendimento ao vivo, e <b>Mídia</b>, um pacote de arquivos.
      </p>
      <ul>
        <li>Anuncie só o que é seu e o que você pode entregar, como está descrito no serviço.</li>
        <li>
          Editar, pausar ou apagar um serviço não muda os pedidos que já existem: cada pedido guarda
          o título, o preço e os arquivos do momento da compra.
        </li>
        <li>Combine e receba por aqui. Pagamento por fora não tem reembolso nem comprovante.</li>
        <li>Ninguém compra o próprio serviço nem avalia a si.</li>
      </ul>
    </>
  ),
};

/** How long the money of a completed order is held; renders nothing where the money is available at once. */
function ClearingRule({ rules }: { rules: LegalPageValues }) {
  const { clearingHours, clearingHoursConfirmed } = rules;
  const clearingTexts = [
    clearingHours > 0 && `por mais ${durationInHoursText(clearingHours)}, se quem vendeu finalizou`,
    clearingHoursConfirmed > 0 &&
      `por mais ${durationInHoursText(clearingHoursConfirmed)}, se quem comprou confirmou`,
  ].filter(Boolean);
  if (clearingTexts.length === 0) return null;
  return (
    <li>
      Depois de concluído, ele fica guardado {clearingTexts.join('; ou ')}. Só depois quem vendeu
      pode sacar.
    </li>
  );
}

const buyingSection: LegalSection = {
  id: 'comprar',
  title: 'Comprar e pagar',
  Body: ({ rules }) => (
    <>
      <p>
        O preço é o que aparece na hora de comprar. O pagamento acontece na página de um provedor de
        pagamentos, por Pix ou cartão; os dados do cartão ficam lá e não chegam à Guilda. Serviço
        gratuito dispensa essa página.
      </p>
      <ul>
        <li>
          O pedido espera o pagamento por {durationInMinutesText(rules.paymentMinutes)}. Depois
          disso, ele é cancelado e nada é cobrado.
        </li>
        <li>Pago, o dinheiro fica guardado até o pedido ser concluído ou reembolsado.</li>
        <ClearingRule rules={rules} />
        <li>Cada compra tem um código, que identifica o pedido com a equipe.</li>
        <li>
          Os arquivos de um pacote são para quem comprou. Não repasse, não publique e não revenda o
          que é de outra pessoa.
        </li>
      </ul>
    </>
  ),
};

const refundsSection: LegalSection = {
  id: 'reembolso',
  title: 'Prazos e reembolso',
  Body: ({ rules }) => (
    <>
      <p>
        Quem vende tem {durationInHoursText(rules.startHours)} para começar o atendimento. Se não
        começar, o valor volta sozinho, inteiro, para quem comprou.
      </p>
      <ul>
        <li>
          Antes de começar, quem comprou pode desfazer o pedido e receber tudo de volta, a menos que
          tenha aberto algum arquivo do pacote. Quem vende também pode reembolsar.
        </li>
        <li>
          Se ainda não começou e algo parece errado, use <b>Precisa de ajuda?</b> no pedido: a
          equipe lê e responde.
        </li>
        <li>
          Depois de começar, quem vende finaliza o atendimento ou quem compra confirma que recebeu.
          Se algo deu errado, quem comprou abre uma disputa com <b>Tive um problema</b>, no pedido,
          uma vez e até o dinheiro ser liberado. Enquanto ela não termina, o dinheiro fica guardado.
        </li>
        <li>
          Quem vende tem {durationInHoursText(rules.disputeAnswerHours)} para responder à disputa:
          devolve tudo, propõe devolver uma parte ou contesta. Sem resposta, tudo volta para quem
          comprou. Se os dois não se acertarem, a equipe decide, e os dois leem o motivo.
        </li>
        <li>
          O reembolso volta pelo mesmo caminho do pagamento. O tempo até cair na conta é do provedor
          de pagamentos e do seu banco.
        </li>
      </ul>
      <p>Nada aqui tira direitos que a lei dá a você ao comprar.</p>
    </>
  ),
};

const feesSection: LegalSection = {
  id: 'taxa',
  title: 'Taxa e saque',
  Body: ({ rules }) => (
    <>
      <p>
        {rules.feePercent === 0
          ? 'Hoje a Guilda não fica com nenhuma parte das vendas.'
          : `De cada venda concluída, a Guilda fica com ${rules.feePercent} %. Quem compra não paga nada além do preço.`}{' '}
        Vale a taxa do dia em que o pedido é concluído. Este número é sempre o que está em vigor, e
        o extrato em <b>Vendas › Carteira</b> mostra a taxa de cada venda, centavo por centavo.
      </p>
      <p>
        O que já foi liberado aparece como disponível. Antes do primeiro saque você diz quem recebe
        (nome, CPF e data de nascimento; só para maiores de 18 anos), e depois de uma mudança o
        saque espera um tempo. Você pede o saque para uma chave Pix na carteira, confirma que é você
        e a equipe confere e paga; se recusar, o valor volta para a carteira com o motivo.
      </p>
    </>
  ),
};

const reviewsSection: LegalSection = {
  id: 'avaliacoes',
  title: 'Avaliações',
  Body: () => (
    <p>
      Só avalia quem comprou, uma vez por pedido, depois de concluído. Na média de um serviço conta
      a avaliação mais nova de cada pessoa; a de um pedido de graça, só enquanto o serviço for de
      graça; e quando o serviço muda de categoria ou de tipo, a média começa do zero. As outras
      continuam à vista. Quem vende pode responder. A equipe não apaga uma avaliação por ela ser
      ruim, apenas quando ela desrespeita estas regras; a nota oculta deixa de contar na média.
    </p>
  ),
};

/** Terms of buying and selling. */
export const marketSections: readonly LegalSection[] = [
  sellingSection,
  buyingSection,
  refundsSection,
  feesSection,
  reviewsSection,
];
